import type { KeyboardEvent } from 'react';
import type { TagsInputState } from './use-tags-input.ts';

/** Handles a key in the text input of the tags field. */
export function handleTextKey(
  event: KeyboardEvent<HTMLInputElement>,
  state: TagsInputState,
  count: number,
) {
  // While an input method composes, it needs every key. Safari sends 229 for its last key.
  if (event.nativeEvent.isComposing || event.keyCode === 229) return;
  const { text, isOpen, suggestions, chosen } = state;
  const picked = suggestions[chosen]?.name;
  switch (event.key) {
    case 'ArrowDown':
      state.move(1);
      break;
    case 'ArrowUp':
      state.move(-1);
      break;
    case 'Enter':
      // In an empty field, Enter submits the form.
      if (picked === undefined && text === '') return;
      if (picked === undefined) state.addText();
      else state.add([picked]);
      break;
    case 'Tab':
      // Tab moves the focus on. The field adds its text on blur.
      if (picked !== undefined) state.add([picked]);
      return;
    case 'Escape':
      if (!isOpen) return;
      state.close();
      break;
    case 'Backspace':
      if (text !== '' || event.repeat) return;
      state.remove(count - 1);
      break;
    case 'ArrowLeft':
      if (text !== '' || count === 0) return;
      focusPill(event.currentTarget, count - 1);
      break;
    default:
      return;
  }
  event.preventDefault();
}

/** Handles a key on the button that removes a tag. */
export function handlePillKey(
  event: KeyboardEvent<HTMLElement>,
  index: number,
  state: TagsInputState,
  count: number,
) {
  switch (event.key) {
    case 'ArrowLeft':
      focusPill(event.currentTarget, Math.max(0, index - 1));
      break;
    case 'ArrowRight':
      if (index + 1 < count) focusPill(event.currentTarget, index + 1);
      else state.focus();
      break;
    case 'Backspace':
    case 'Delete':
      state.remove(index);
      break;
    default:
      return;
  }
  event.preventDefault();
}

function focusPill(inField: HTMLElement, index: number) {
  const pills = inField.closest('.tags-frame')?.querySelectorAll('button') ?? [];
  pills[index]?.focus();
}
