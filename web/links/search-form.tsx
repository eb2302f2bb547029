import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState, type FormEvent, type RefObject } from 'react';
import { useStoredFields } from '../stored-fields.ts';
import { t } from '../language.ts';
import { shortLinkPrefix } from '../short-link.ts';
import { toast } from '../toast.tsx';
import { firstView, searchPlaces, type ListView, type SearchPlace } from './list-search.ts';
import { readSearchPlace, rememberSearchPlace } from './search-memory.ts';
import { columnLabels } from './sorting.ts';
import { useTypedSearch } from './use-typed-search.ts';

type Search = Pick<ListView, 'filter' | 'keyword'>;

interface SearchFormProps {
  readonly view: ListView;
  readonly field: RefObject<HTMLInputElement | null>;
  /** Typing adds one entry to the history; further letters replace it. */
  readonly onType: (search: Search, isReplaced: boolean) => void;
  readonly onSubmit: (search: Search, isReplaced: boolean) => void;
  readonly onReset: () => void;
}

const placeholders = {
  short_url: 'search.code',
  long_url: 'search.long',
  title: 'search.title',
  everywhere: 'search.everywhere.hint',
} as const;

const labels = { ...columnLabels, everywhere: 'search.everywhere' } as const;

export function SearchForm({ view, field, onType, onSubmit, onReset }: SearchFormProps) {
  const [shown, setShown] = useState(view);
  const [filter, setFilter] = useState(() =>
    view.keyword === '' ? readSearchPlace() : view.filter,
  );
  const [keyword, setKeyword] = useState(view.keyword);
  const [sent, setSent] = useState<readonly Search[]>([]);
  const [isTyped, setIsTyped] = useState(false);
  const isComposing = useRef(false);
  const [isEmptyRefused, setIsEmptyRefused] = useState(false);
  // The address can also change by Back, a link or the command palette.
  if (shown.filter !== view.filter || shown.keyword !== view.keyword) {
    setShown(view);
    const sentIndex = sent.findIndex(
      ({ filter, keyword }) => filter === view.filter && keyword === view.keyword,
    );
    setSent(sent.slice(sentIndex + 1));
    // The address follows the form late. Only a search from elsewhere may replace the input.
    if (sentIndex === -1) {
      setFilter(view.filter);
      setKeyword(view.keyword);
      setIsEmptyRefused(false);
      setIsTyped(false);
    }
  }

  const send = (search: Search) => {
    if (search.filter === view.filter && search.keyword === view.keyword) return;
    setSent((before) => [...before, search]);
  };

  const { schedule, cancel } = useTypedSearch((search: Search) => {
    if (search.filter === view.filter && search.keyword === view.keyword) return;
    send(search);
    setIsTyped(true);
    onType(search, isTyped);
  });

  useStoredFields('search', { filter, keyword }, (stored) => {
    setFilter(findFilter(stored.filter));
    setKeyword(stored.keyword);
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComposing.current) return;
    cancel();
    const normalized = normalizeKeyword(filter, keyword);
    setIsEmptyRefused(normalized === '');
    setKeyword(normalized);
    if (normalized === '') {
      toast('warning', t('keyword.not.empty'));
      field.current?.focus();
    } else {
      send({ filter, keyword: normalized });
      onSubmit({ filter, keyword: normalized }, isTyped);
      setIsTyped(false);
    }
  };

  const type = (place: SearchPlace, text: string) => {
    cancel();
    const search = { filter: place, keyword: normalizeKeyword(place, text) };
    if (search.keyword === '' || isComposing.current) return;
    schedule(search);
  };

  const reset = () => {
    cancel();
    setSent([]);
    setIsTyped(false);
    setFilter(firstView.filter);
    setKeyword('');
    setIsEmptyRefused(false);
    field.current?.focus();
    onReset();
  };

  const isTouched = keyword !== '' || filter !== firstView.filter || view.keyword !== '';
  return (
    <search className="links-search">
      <form className="links-search-form" onSubmit={submit} noValidate>
        <NativeSelect
          className="links-search-filter"
          aria-label={t('search.filter')}
          data={searchPlaces.map((value) => ({ value, label: t(labels[value]) }))}
          value={filter}
          onChange={({ currentTarget: { value } }) => {
            const place = findFilter(value);
            rememberSearchPlace(place);
            setFilter(place);
            type(place, keyword);
          }}
        />
        <TextInput
          ref={field}
          className="links-search-keyword"
          aria-label={t('search.keyword')}
          placeholder={t(placeholders[filter])}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          leftSection={<IconSearch size={16} aria-hidden />}
          error={isEmptyRefused ? t('keyword.not.empty') : null}
          value={keyword}
          onChange={({ currentTarget: { value } }) => {
            setKeyword(value);
            setIsEmptyRefused(false);
            if (value === '' && view.keyword !== '') reset();
            else type(filter, value);
          }}
          onCompositionStart={() => {
            isComposing.current = true;
            cancel();
          }}
          onCompositionEnd={({ currentTarget: { value } }) => {
            isComposing.current = false;
            type(filter, value);
          }}
        />
        <Button type="submit" variant="default">
          {t('search.submit')}
        </Button>
        {isTouched && (
          <Button variant="subtle" color="gray" onClick={reset}>
            {t('search.reset')}
          </Button>
        )}
      </form>
    </search>
  );
}

function normalizeKeyword(place: SearchPlace, text: string): string {
  return place === 'short_url' ? removePrefix(text.trim()) : text.trim();
}

function findFilter(name: string): SearchPlace {
  return searchPlaces.find((filter) => filter === name) ?? firstView.filter;
}

/** Cuts a pasted short link down to its code. */
function removePrefix(text: string): string {
  const link = text.replace(/^https?:\/\//i, '');
  const prefix = shortLinkPrefix();
  return link.toLowerCase().startsWith(prefix) ? link.slice(prefix.length) : text;
}
