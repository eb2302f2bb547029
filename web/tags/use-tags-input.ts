import { useState, type RefObject } from 'react';
import { t } from '../language.ts';
import { addTags, hasSeparator, splitTags } from './tag-list.ts';
import { useSuggestions } from './use-suggestions.ts';

/** The state of the tags field, with its actions. */
export function useTagsInput(
  names: readonly string[],
  onChange: (names: readonly string[]) => void,
  input: RefObject<HTMLInputElement | null>,
) {
  const [text, setText] = useState('');
  /** The last action, for screen readers. */
  const [announcement, setAnnouncement] = useState('');
  const suggestions = useSuggestions(names, text);

  const focus = () => input.current?.focus();
  const add = (added: readonly string[]) => {
    const all = addTags(names, added);
    setText('');
    suggestions.close();
    if (all.length === names.length) return;
    onChange(all);
    setAnnouncement(t('tags.added', { names: all.slice(names.length).join(', ') }));
  };
  const type = (typed: string, isComposing: boolean) => {
    // While an input method composes, the text is not complete.
    if (!isComposing && hasSeparator(typed)) {
      add(splitTags(typed));
      return;
    }
    setText(typed);
    suggestions.open();
  };
  const remove = (index: number) => {
    const removed = names[index];
    if (removed === undefined) return;
    onChange(names.filter((_, at) => at !== index));
    setAnnouncement(t('tags.removed', { name: removed }));
    focus();
  };

  return {
    ...suggestions,
    text,
    announcement,
    add,
    addText: () => add(splitTags(text)),
    remove,
    type,
    focus,
  };
}

export type TagsInputState = ReturnType<typeof useTagsInput>;
