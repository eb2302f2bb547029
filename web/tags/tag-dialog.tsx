import { Button, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type FormEvent, type Ref } from 'react';
import { normalizeTag } from '../../contracts/links/tag-names.ts';
import {
  TAG_DESCRIPTION_MAX,
  tagColors,
  type TagColor,
} from '../../contracts/links/tags.constants.ts';
import { explainFailure } from '../failure.ts';
import { Dialog } from '../form/dialog.tsx';
import { useUnsaved } from '../form/unsaved.ts';
import { t, toCounted } from '../language.ts';
import { toast } from '../toast.tsx';
import { initialFocus } from '../ui/fields/initial-focus.ts';
import { explainTags } from './explain-tags.ts';
import { isSameTag } from './tag-list.ts';
import { TagDot } from './tag-dot.tsx';
import { tagsQuery, useSaveTag, type Tag } from './tags.api.ts';

interface TagDialogProps {
  /** Null: the dialog is closed. */
  readonly tag: Tag | null;
  readonly onClose: () => void;
}

export function TagDialog({ tag, onClose }: TagDialogProps) {
  return (
    <Dialog isOpen={tag !== null} onClose={onClose} size={400} title={t('tag.edit')}>
      {tag !== null && <TagForm tag={tag} onSaved={onClose} />}
    </Dialog>
  );
}

interface TagFormProps {
  readonly tag: Tag;
  readonly onSaved: () => void;
}

/** Edits a tag. The name of another tag merges them. */
function TagForm({ tag, onSaved }: TagFormProps) {
  const [values, setValues] = useState(tag);
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { mutate, isPending } = useSaveTag();
  useUnsaved(values !== tag);
  const name = normalizeTag(values.name);
  const other = useOtherTag(tag, name);
  const rename = (typed: string) => {
    setValues({ ...values, name: typed });
    setFault(null);
  };
  const refuse = (text: string) => {
    setFault(text);
    field.current?.focus();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const wrong = name === '' ? t('tag.name.empty') : explainTags([name]);
    if (wrong !== null) return refuse(wrong);
    const to = other?.name ?? name;
    const { color, description } = values;
    mutate(
      { name: tag.name, to, isMerge: other !== undefined, color, description },
      {
        onSuccess: () => {
          toast('success', other === undefined ? t('tag.saved') : t('tag.merged', { to }));
          onSaved();
        },
        onError: (error) => refuse(explainFailure(error, 'tag.save.failed')),
      },
    );
  };
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="md">
        <NameField
          ref={field}
          name={values.name}
          fault={fault}
          onEnter={other === undefined ? null : () => button.current?.focus()}
          onChange={rename}
        />
        {other === undefined ? (
          <LookFields values={values} onChange={(look) => setValues({ ...values, ...look })} />
        ) : (
          <output className="tag-merge">
            {t('tag.merge.text', { from: tag.name, to: other.name, ...toCounted(tag.links) })}
          </output>
        )}
        <SaveButton ref={button} other={other} isDisabled={isPending} />
      </Stack>
    </form>
  );
}

interface SaveButtonProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly other: Tag | undefined;
  readonly isDisabled: boolean;
}

function SaveButton({ ref, other, isDisabled }: SaveButtonProps) {
  const color = other === undefined ? {} : { color: 'red' };
  return (
    <Button ref={ref} type="submit" fullWidth disabled={isDisabled} {...color}>
      {other === undefined ? t('tag.save') : t('tag.merge', { to: other.name })}
    </Button>
  );
}

/** Another tag of this name. The tags are fetched as the form opens: another window may add some. */
function useOtherTag(tag: Tag, name: string): Tag | undefined {
  const { data: tags = [] } = useQuery(tagsQuery);
  return tags.find((one) => one.name !== tag.name && isSameTag(one.name, name));
}

interface NameFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly name: string;
  readonly fault: string | null;
  readonly onChange: (name: string) => void;
  /** A merge cannot be undone: Enter only moves to its button. */
  readonly onEnter: (() => void) | null;
}

function NameField({ ref, name, fault, onChange, onEnter }: NameFieldProps) {
  return (
    <TextInput
      {...initialFocus}
      ref={ref}
      label={t('tag.name')}
      description={t('tag.name.help')}
      autoComplete="off"
      value={name}
      error={fault}
      onChange={({ currentTarget: { value } }) => onChange(value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || onEnter === null || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}

type Look = Pick<Tag, 'color' | 'description'>;

interface LookFieldsProps {
  readonly values: Look;
  readonly onChange: (look: Partial<Look>) => void;
}

function LookFields({ values: { color, description }, onChange }: LookFieldsProps) {
  return (
    <>
      <ColorField color={color} onChange={(chosen) => onChange({ color: chosen })} />
      <TextInput
        label={t('tag.description')}
        description={t('tag.description.help')}
        autoComplete="off"
        maxLength={TAG_DESCRIPTION_MAX}
        value={description}
        onChange={({ currentTarget: { value } }) => onChange({ description: value })}
      />
    </>
  );
}

interface ColorFieldProps {
  readonly color: TagColor;
  readonly onChange: (color: TagColor) => void;
}

function ColorField({ color, onChange }: ColorFieldProps) {
  const group = useId();
  return (
    <fieldset className="tag-colors">
      <legend className="mantine-InputWrapper-label">{t('tag.color')}</legend>
      {tagColors.map((one) => {
        const label = t(`tag.color.${one === '' ? 'none' : one}`);
        return (
          <label key={one} className="tag-color" title={label}>
            <input
              type="radio"
              className="visually-hidden"
              name={group}
              aria-label={label}
              checked={one === color}
              onChange={() => onChange(one)}
            />
            <TagDot color={one} />
          </label>
        );
      })}
    </fieldset>
  );
}
