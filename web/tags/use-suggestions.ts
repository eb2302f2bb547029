import { useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as contract from '../../contracts/links/tags.ts';
import { call, endpoint } from '../api.ts';
import { suggestTags } from './tag-list.ts';

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

const listTags = endpoint<typeof contract.listTags>('GET', '/api/tags');

/** All tags of the site. Empty while they load and when they fail to load. */
function useTags(): readonly contract.Tag[] {
  // Each edit of a link can create tags, so each mount refetches them.
  const { data } = useQuery({
    queryKey: ['tags'],
    queryFn: () => call(listTags, {}),
    staleTime: 0,
  });
  return data ?? [];
}
