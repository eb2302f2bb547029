import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import type { FormEvent, ReactNode, RefObject } from 'react';
import { t } from '../../language.ts';
import { hideToast, toast } from '../../toast.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { columnLabels } from '../list/sorting.ts';
import {
  findSearchPlace,
  firstView,
  searchPlaces,
  type ListView,
  type Search,
  type SearchPlace,
} from './list-search.ts';
import {
  rememberSearchPlace,
  useSearchInput,
  isSameSearch,
  useSentSearches,
} from './use-search-input.ts';

/** The pause in typing before a search, in milliseconds. */
const DEBOUNCE_MS = 200;

const placeholders = {
  short_url: 'search.code',
  long_url: 'search.long',
  title: 'search.title',
  everywhere: 'search.everywhere.hint',
} as const;

const labels = { ...columnLabels, everywhere: 'search.everywhere' } as const;

export function SearchForm(props: SearchFormProps) {
  const { view, field, children } = props;
  const form = useSearchForm(props);
  const { keyword, filter } = form.input;
  const isTouched = keyword !== '' || filter !== firstView.filter || view.keyword !== '';
  const isPhone = usePhone();
  const place = <PlaceField form={form} hasLabel={isPhone} />;
  return (
    <div className="links-bar">
      <search className="links-search">
        <form className="links-search-form" onSubmit={form.submit} noValidate>
          {!isPhone && place}
          <KeywordField form={form} field={field} isSearch={view.keyword !== ''} />
          {!isPhone && (
            <Button type="submit" variant="default">
              {t('search.submit')}
            </Button>
          )}
          {!isPhone && isTouched && (
            <Button variant="subtle" color="gray" onClick={form.reset}>
              {t('search.reset')}
            </Button>
          )}
        </form>
      </search>
      {children(isPhone ? place : null)}
    </div>
  );
}

interface PlaceFieldProps {
  readonly form: SearchFormState;
  /** Beside other fields. */
  readonly hasLabel: boolean;
}

function PlaceField({ form: { input, type }, hasLabel }: PlaceFieldProps) {
  return (
    <NativeSelect
      className="links-search-filter"
      {...{ [hasLabel ? 'label' : 'aria-label']: t('search.filter') }}
      data={searchPlaces.map((value) => ({ value, label: t(labels[value]) }))}
      value={input.filter}
      onChange={({ currentTarget: { value } }) => {
        const place = findSearchPlace(value);
        rememberSearchPlace(place);
        input.setFilter(place);
        type(place, input.keyword);
      }}
    />
  );
}

interface KeywordFieldProps extends Pick<SearchFormProps, 'field'> {
  readonly form: SearchFormState;
  readonly isSearch: boolean;
}

function KeywordField({ form, field, isSearch }: KeywordFieldProps) {
  const { input, type, cancel, reset } = form;
  return (
    <TextInput
      ref={field}
      className="links-search-keyword"
      aria-label={t('search.keyword')}
      placeholder={t(placeholders[input.filter])}
      type="search"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="search"
      leftSection={<IconSearch size={16} aria-hidden />}
      error={input.isEmptyRefused ? t('keyword.not.empty') : null}
      value={input.keyword}
      onChange={({ currentTarget: { value } }) => {
        input.setKeyword(value);
        input.setIsEmptyRefused(false);
        if (value === '' && isSearch) reset();
        else type(input.filter, value);
      }}
      onCompositionStart={() => {
        input.noteComposition(true);
        cancel();
      }}
      onCompositionEnd={({ currentTarget: { value } }) => {
        input.noteComposition(false);
        type(input.filter, value);
      }}
    />
  );
}

interface SearchFormProps {
  readonly view: ListView;
  readonly field: RefObject<HTMLInputElement | null>;
  /** Typing adds one entry to the history; further letters replace it. */
  readonly onType: (search: Search, isReplaced: boolean) => void;
  readonly onSubmit: (search: Search, isReplaced: boolean) => void;
  readonly onReset: () => void;
  /** The tools beside the form. On phones, they hold the field for the place of a search. */
  readonly children: (place: ReactNode) => ReactNode;
}

/** The input of the search form and its searches. A pause in typing starts a search. */
function useSearchForm({ view, field, onType, onSubmit, onReset }: SearchFormProps) {
  const input = useSearchInput(view);
  const { filter, keyword, setKeyword, isTyped, setIsTyped, isComposing } = input;
  const sent = useSentSearches(view, input.show);
  const schedule = useDebouncedCallback((search: Search) => {
    if (isSameSearch(search, view)) return;
    sent.add(search);
    setIsTyped(true);
    onType(search, isTyped);
  }, DEBOUNCE_MS);
  const { cancel } = schedule;

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

type SearchFormState = ReturnType<typeof useSearchForm>;
