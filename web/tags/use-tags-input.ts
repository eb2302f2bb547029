import { useState, type RefObject } from 'react';
import { t } from '../language.ts';
import { addTags, hasSeparator, splitTags, suggestTags } from './tag-list.ts';
import { useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { tagsQuery } from './tags.api.ts';

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

/** The suggestions for a typed text, and the choice among them. */
function useSuggestions(names: readonly string[], text: string) {
  const combobox = useCombobox();
  /** An index; -1: none. */
  const [chosen, setChosen] = useState(-1);
  const suggestions = suggestTags(useQuery(tagsQuery).data ?? [], names, text);
  const isOpen = combobox.dropdownOpened && suggestions.length > 0;
  return {
    combobox,
    suggestions,
    isOpen,
    chosen: isOpen ? chosen : -1,
    /** Opens the suggestions without a choice. */
    open: () => {
      setChosen(-1);
      combobox.openDropdown();
    },
    close: () => {
      combobox.closeDropdown();
      setChosen(-1);
    },
    /** Opens the suggestions and moves the choice. */
    move: (step: 1 | -1) => {
      combobox.openDropdown();
      const { length } = suggestions;
      if (length === 0) return;
      setChosen(chosen === -1 && step === -1 ? length - 1 : (chosen + step + length) % length);
    },
  };
}
