import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { t } from '../language.ts';
import { findSearchPlace, firstView, searchPlaces } from './list-search.ts';
import { rememberSearchPlace } from './search-memory.ts';
import { columnLabels } from './sorting.ts';
import { useSearchForm, type SearchFormProps, type SearchFormState } from './use-search-form.ts';

const placeholders = {
  short_url: 'search.code',
  long_url: 'search.long',
  title: 'search.title',
  everywhere: 'search.everywhere.hint',
} as const;

const labels = { ...columnLabels, everywhere: 'search.everywhere' } as const;

export function SearchForm(props: SearchFormProps) {
  const { view, field } = props;
  const form = useSearchForm(props);
  const { keyword, filter } = form.input;
  const isTouched = keyword !== '' || filter !== firstView.filter || view.keyword !== '';
  return (
    <search className="links-search">
      <form className="links-search-form" onSubmit={form.submit} noValidate>
        <PlaceField form={form} />
        <KeywordField form={form} field={field} isSearch={view.keyword !== ''} />
        <Button type="submit" variant="default">
          {t('search.submit')}
        </Button>
        {isTouched && (
          <Button variant="subtle" color="gray" onClick={form.reset}>
            {t('search.reset')}
          </Button>
        )}
      </form>
    </search>
  );
}

function PlaceField({ form: { input, type } }: { readonly form: SearchFormState }) {
  return (
    <NativeSelect
      className="links-search-filter"
      aria-label={t('search.filter')}
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
