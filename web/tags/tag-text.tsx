import { PillsInput } from '@mantine/core';
import type { RefObject } from 'react';
import { hasSeparator, splitTags } from './tag-list.ts';
import { handleTextKey } from './tag-keys.ts';
import type { TagsInputState } from './use-tags-input.ts';

interface TagTextProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly state: TagsInputState;
  readonly count: number;
  readonly listId: string;
  readonly path: string | undefined;
}

export function TagText({ input, state, count, listId, path }: TagTextProps) {
  const { isOpen, chosen } = state;
  const combobox = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant': chosen === -1 ? undefined : `${listId}-${chosen}`,
  } as const;
  return (
    <PillsInput.Field
      ref={input}
      data-path={path}
      // While the list is open, Esc closes the list and not the dialog around the field.
      data-mantine-stop-propagation={isOpen || undefined}
      {...combobox}
      autoComplete="off"
      autoCapitalize="none"
      enterKeyHint="enter"
      value={state.text}
      onChange={({ currentTarget, nativeEvent }) =>
        state.type(currentTarget.value, (nativeEvent as InputEvent).isComposing)
      }
      onCompositionEnd={({ currentTarget }) => state.type(currentTarget.value, false)}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text/plain');
        if (!hasSeparator(pasted)) return;
        event.preventDefault();
        const { value, selectionStart, selectionEnd } = event.currentTarget;
        const before = value.slice(0, selectionStart ?? value.length);
        const after = value.slice(selectionEnd ?? value.length);
        state.add(splitTags(before + pasted + after));
      }}
      onKeyDown={(event) => handleTextKey(event, state, count)}
      onBlur={state.addText}
    />
  );
}
