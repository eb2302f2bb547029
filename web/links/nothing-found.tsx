import { Button } from '@mantine/core';
import { t } from '../language.ts';
import { Notice } from '../ui/notice.tsx';
import { searchFilters, type ListView, type SearchFilter } from './list-search.ts';

interface NothingFoundProps {
  readonly view: ListView;
  readonly onSearch: (filter: SearchFilter) => void;
  readonly onReset: () => void;
}

const elsewhere = {
  short_url: 'search.in.code',
  long_url: 'search.in.long',
  title: 'search.in.title',
} as const;

/** Where a search found nothing: the same words may stand elsewhere. */
export function NothingFound({ view, onSearch, onReset }: NothingFoundProps) {
  return (
    <Notice
      title={t('no.query')}
      text={t(`search.none.${view.filter}`, { keyword: view.keyword })}
      action={
        <div className="links-elsewhere">
          {searchFilters
            .filter((filter) => filter !== view.filter)
            .map((filter) => (
              <Button key={filter} variant="default" onClick={() => onSearch(filter)}>
                {t(elsewhere[filter])}
              </Button>
            ))}
          <Button variant="subtle" color="gray" onClick={onReset}>
            {t('search.all')}
          </Button>
        </div>
      }
    />
  );
}
