import { Button, Group, Skeleton, Stack } from '@mantine/core';
import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { loadRoutingTexts, t } from '../../language.ts';
import { preloadTagsField } from '../../tags/tags-field.tsx';
import { rootOf } from './faults.ts';
import type { LinkTask } from './link-task.ts';
import { RestoreOffer } from './restore-offer.tsx';
import { LinkParts } from './link-parts.tsx';
import { useDialogForm, type DialogEvents } from './use-dialog-form.tsx';
import { useOpenParts } from './use-open-parts.ts';
import type { NewLinkForm } from './visitor-fields.ts';
import './dialog.css';

interface DialogFormProps extends DialogEvents {
  readonly task: LinkTask;
}

const NewLinkFields = lazy(async () => {
  const [fields] = await Promise.all([
    import('../routing/new-link-fields.tsx'),
    loadRoutingTexts(),
  ]);
  return { default: fields.NewLinkFields };
});

const moreFields = ['tags', 'description', 'note'] as const;
/** Further parts of a new link. A stored one has a page for them. */
const newParts = ['rules', 'password', 'social'] as const;

/** The form of the dialog: the common parts of a link, and the others collapsed. */
export function DialogForm({ task, ...events }: DialogFormProps) {
  const root = useRef<HTMLFormElement>(null);
  const dialog = useDialogForm({ task, root, ...events });
  const { form, titles, isRestored, startOver, wanted, restore } = dialog;
  const { isSaving } = form;
  useEffect(preloadTagsField, []);
  const [submit, submitting] =
    form.link === null
      ? (['links.add', 'add.submitting'] as const)
      : (['edit.submit', 'saving'] as const);
  return (
    <form
      ref={root}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
      noValidate
    >
      <Stack>
        {isRestored && (
          <Group
            component="p"
            className="note"
            justify="space-between"
            gap="0.75rem"
            mb="-0.5rem"
            wrap="nowrap"
          >
            {t('add.restored')}
            <Button flex="none" size="compact-sm" variant="subtle" onClick={startOver}>
              {t('add.restored.drop')}
            </Button>
          </Group>
        )}
        <LinkParts form={form} titles={titles} names={['long_url', 'title', 'short_url']} />
        <RestoreOffer wanted={wanted} isBusy={isSaving} onRestore={restore} />
        <LinkParts form={form} names={['expires_at']} />
        <FoldedParts form={form} />
        {/* A field is left with the click: before it, an error would move the button from the pointer. */}
        <Button
          type="submit"
          fullWidth
          disabled={isSaving}
          onMouseDown={(event) => event.preventDefault()}
          onClick={({ currentTarget }) => currentTarget.focus()}
        >
          {t(isSaving ? submitting : submit)}
        </Button>
      </Stack>
    </form>
  );
}

/** The parts that are open at first are those with a value. */
function FoldedParts({ form }: { readonly form: NewLinkForm }) {
  const { values, errors, changed, refusals } = form;
  const [hasMore] = useState(
    values.is_count_only ||
      values.shows_numbers ||
      moreFields.some((name) => values[name].length > 0),
  );
  const [first] = useState<readonly string[]>(changed);
  const wrong = new Set(Object.keys(errors).map(rootOf));
  const failing = newParts.filter((name) => wrong.has(name));
  const isFailing = moreFields.some((name) => wrong.has(name));
  const parts = useOpenParts([...failing, ...(isFailing ? ['more'] : [])], refusals, [
    ...newParts.filter((name) => first.includes(name)),
    ...(hasMore ? ['more'] : []),
  ]);
  return (
    <>
      <Fold title={t('links.more')} name="more" parts={parts}>
        {parts.isOpen('more') && <LinkParts form={form} names={['tags']} />}
        <LinkParts form={form} names={['texts', 'statistics']} />
      </Fold>
      {form.link === null &&
        newParts.map((name) => (
          <Fold key={name} title={t(`add.part.${name}`)} name={name} parts={parts}>
            {parts.isOpen(name) && (
              <Suspense fallback={<Skeleton height={120} />}>
                <NewLinkFields name={name} form={form} />
              </Suspense>
            )}
          </Fold>
        ))}
    </>
  );
}

interface FoldProps {
  readonly title: string;
  readonly name: string;
  readonly parts: ReturnType<typeof useOpenParts>;
  readonly children: ReactNode;
}

/** A part of the form that is folded at first. */
function Fold({ title, name, parts, children }: FoldProps) {
  return (
    <details
      className="link-more"
      open={parts.isOpen(name)}
      onToggle={({ currentTarget: { open } }) => parts.toggle(name, open)}
    >
      <summary onMouseDown={keepFocusAbove}>{title}</summary>
      <Stack pt="0.75rem" pb="0.5rem">
        {children}
      </Stack>
    </details>
  );
}

/** A field above the part is not left for it. One in the part is: it may go with the part. */
function keepFocusAbove(event: MouseEvent<HTMLElement>) {
  const part = event.currentTarget.parentElement;
  if (part?.contains(document.activeElement) !== true) event.preventDefault();
}
