import { Combobox, PillsInput, VisuallyHidden } from '@mantine/core';
import { useId, useRef, type ReactNode } from 'react';
import { t } from '../language.ts';
import { explainTags } from './explain-tags.ts';
import { handlePillKey } from './tag-keys.ts';
import { TagPill } from './tag-pill.tsx';
import { TagSuggestions } from './tag-suggestions.tsx';
import { TagText } from './tag-text.tsx';
import { useTagsInput } from './use-tags-input.ts';

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
          label={label ?? t('tags.label')}
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
