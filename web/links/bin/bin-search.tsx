import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language.ts';

interface BinSearchProps {
  readonly keyword: string;
  readonly onSearch: (keyword: string) => void;
}

export function BinSearch({ keyword, onSearch }: BinSearchProps) {
  const [typed, setTyped] = useState(keyword);
  return (
    <search className="bin-search">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(typed.trim());
        }}
      >
        <TextInput
          type="search"
          aria-label={t('bin.search')}
          placeholder={t('bin.search')}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            if (value === '' && keyword !== '') onSearch('');
          }}
        />
      </form>
    </search>
  );
}
