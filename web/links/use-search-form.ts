import type { FormEvent, RefObject } from 'react';
import { t } from '../language.ts';
import { hideToast, toast } from '../toast.tsx';
import { firstView, type ListView, type Search, type SearchPlace } from './list-search.ts';
import { useSearchInput } from './use-search-input.ts';
import { isSameSearch, useSentSearches } from './use-sent-searches.ts';
import { useTypedSearch } from './use-typed-search.ts';

export interface SearchFormProps {
  readonly view: ListView;
  readonly field: RefObject<HTMLInputElement | null>;
  /** Typing adds one entry to the history; further letters replace it. */
  readonly onType: (search: Search, isReplaced: boolean) => void;
  readonly onSubmit: (search: Search, isReplaced: boolean) => void;
  readonly onReset: () => void;
}

/** The input of the search form and its searches. A pause in typing starts a search. */
export function useSearchForm({ view, field, onType, onSubmit, onReset }: SearchFormProps) {
  const input = useSearchInput(view);
  const { filter, keyword, setKeyword, isTyped, setIsTyped, isComposing } = input;
  const sent = useSentSearches(view, input.show);
  const { schedule, cancel } = useTypedSearch((search: Search) => {
    if (isSameSearch(search, view)) return;
    sent.add(search);
    setIsTyped(true);
    onType(search, isTyped);
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComposing.current) return;
    cancel();
    const normalized = keyword.trim();
    input.setIsEmptyRefused(normalized === '');
    setKeyword(normalized);
    if (normalized === '') {
      toast('warning', t('keyword.not.empty'));
      field.current?.focus();
    } else {
      hideToast('warning');
      sent.add({ filter, keyword: normalized });
      onSubmit({ filter, keyword: normalized }, isTyped);
      setIsTyped(false);
    }
  };

  const type = (place: SearchPlace, text: string) => {
    cancel();
    const search = { filter: place, keyword: text.trim() };
    if (search.keyword === '' || isComposing.current) return;
    schedule(search);
  };

  const reset = () => {
    cancel();
    sent.clear();
    input.show({ filter: firstView.filter, keyword: '' });
    field.current?.focus();
    onReset();
  };

  return { input, submit, type, cancel, reset };
}

export type SearchFormState = ReturnType<typeof useSearchForm>;
