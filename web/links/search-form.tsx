import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState, type FormEvent, type RefObject } from 'react';
import { useKeptFields } from '../kept-fields.ts';
import { t } from '../language.ts';
import { shortLinkPrefix } from '../short-link.ts';
import { toast } from '../toast.tsx';
import { firstView, searchFilters, type ListView, type SearchFilter } from './list-search.ts';
import { columnLabels } from './sorting.ts';

interface SearchFormProps {
  readonly view: ListView;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onSearch: (filter: SearchFilter, keyword: string) => void;
  readonly onReset: () => void;
}

const placeholders = {
  short_url: 'search.code',
  long_url: 'search.long',
  title: 'search.title',
} as const;

export function SearchForm({ view, field, onSearch, onReset }: SearchFormProps) {
  const [shown, setShown] = useState(view);
  const [filter, setFilter] = useState(view.filter);
  const [keyword, setKeyword] = useState(view.keyword);
  const [isEmptyRefused, setIsEmptyRefused] = useState(false);
  // The address may change without this form: by Back, a link or the command palette.
  if (shown.filter !== view.filter || shown.keyword !== view.keyword) {
    setShown(view);
    setFilter(view.filter);
    setKeyword(view.keyword);
    setIsEmptyRefused(false);
  }

  useKeptFields('search', { filter, keyword }, (kept) => {
    setFilter(findFilter(kept.filter));
    setKeyword(kept.keyword);
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sought = filter === 'short_url' ? dropPrefix(keyword.trim()) : keyword.trim();
    setIsEmptyRefused(sought === '');
    setKeyword(sought);
    if (sought === '') {
      toast('warning', t('keyword.not.empty'));
      field.current?.focus();
    } else {
      onSearch(filter, sought);
    }
  };

  const reset = () => {
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
          data={searchFilters.map((value) => ({ value, label: t(columnLabels[value]) }))}
          value={filter}
          onChange={({ currentTarget: { value } }) => setFilter(findFilter(value))}
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

function findFilter(name: string): SearchFilter {
  return searchFilters.find((filter) => filter === name) ?? firstView.filter;
}

/** A whole short link may be pasted where a code is looked for. */
function dropPrefix(text: string): string {
  const link = text.replace(/^https?:\/\//i, '');
  const prefix = shortLinkPrefix();
  return link.toLowerCase().startsWith(prefix) ? link.slice(prefix.length) : text;
}
