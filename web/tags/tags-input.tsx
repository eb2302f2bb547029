import { Box, Combobox, PillsInput, VisuallyHidden } from '@mantine/core';
import { useId, useRef, type ReactNode, type KeyboardEvent } from 'react';
import { t, toCounted } from '../language.ts';
import { explainTags } from './explain-tags.ts';
import { handlePillKey } from './tag-keys.ts';
import { TagText } from './tag-text.tsx';
import { useTagsInput } from './use-tags-input.ts';
import { IconX } from '@tabler/icons-react';
import type { Tag } from '../../contracts/links/tags.ts';

export interface TagsInputProps {
  readonly names: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
  /** Default: "Tags". */
  readonly label?: string;
  readonly help?: string;
  /** Replaces the field's own error. */
  readonly error?: ReactNode;
  readonly path?: string;
}

export function TagsInput({ names, onChange, label, help, error, path }: TagsInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const state = useTagsInput(names, onChange, input);
  const listId = useId();
  return (
    <Combobox
      store={state.combobox}
      withinPortal={false}
      onOptionSubmit={(name) => state.add([name])}
    >
      <Combobox.DropdownTarget>
        <PillsInput
          label={label ?? t('links.tags')}
          description={help ?? t('tags.help')}
          error={error ?? explainTags(names)}
          onClick={() => state.combobox.openDropdown()}
        >
          <div className="tags-frame">
            {names.map((name, index) => (
              <TagPill
                key={name}
                name={name}
                isWrong={explainTags([name]) !== null}
                onRemove={() => state.remove(index)}
                onKeyDown={(event) => handlePillKey(event, index, state, names.length)}
              />
            ))}
            <TagText input={input} state={state} count={names.length} listId={listId} path={path} />
          </div>
        </PillsInput>
      </Combobox.DropdownTarget>
      <TagSuggestions id={listId} tags={state.suggestions} chosen={state.chosen} />
      <VisuallyHidden component="output">{state.announcement}</VisuallyHidden>
    </Combobox>
  );
}

interface TagPillProps {
  readonly name: string;
  readonly isWrong: boolean;
  readonly onRemove: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** A tag in its field. The left arrow key reaches its button; Tab skips it. */
function TagPill({ name, isWrong, onRemove, onKeyDown }: TagPillProps) {
  return (
    <span className="tags-pill" data-wrong={isWrong || undefined}>
      <span className="tags-pill-name cut">{name}</span>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('tags.remove', { name })}
        onClick={(event) => {
          // The click must not reach the field, which would open its suggestions.
          event.stopPropagation();
          onRemove();
        }}
        onKeyDown={onKeyDown}
      >
        <IconX size={14} aria-hidden />
      </button>
    </span>
  );
}

interface TagSuggestionsProps {
  readonly id: string;
  readonly tags: readonly Tag[];
  /** The index of the chosen tag; -1: none. */
  readonly chosen: number;
}

/** Lists tags with their number of links. The focus stays in the field above. */
function TagSuggestions({ id, tags, chosen }: TagSuggestionsProps) {
  return (
    <Combobox.Dropdown hidden={tags.length === 0}>
      <Combobox.Options id={id} aria-label={t('tags.suggestions')}>
        {tags.map(({ name, links }, index) => (
          <Combobox.Option
            key={name}
            id={`${id}-${index}`}
            className="tags-suggestion"
            value={name}
            aria-selected={index === chosen}
            data-combobox-selected={index === chosen || undefined}
          >
            <span className="tags-suggestion-name cut">{name}</span>
            <Box component="span" className="note" flex="none">
              {t('tags.links', toCounted(links))}
            </Box>
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}
