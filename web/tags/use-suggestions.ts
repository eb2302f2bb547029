import { useCombobox } from '@mantine/core';
import { useState } from 'react';
import { suggestTags } from './tag-list.ts';
import { useTags } from './tags.api.ts';

/** The suggestions for a typed text, and the choice among them. */
export function useSuggestions(names: readonly string[], text: string) {
  const combobox = useCombobox();
  /** An index; -1: none. */
  const [chosen, setChosen] = useState(-1);
  const suggestions = suggestTags(useTags(), names, text);
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
