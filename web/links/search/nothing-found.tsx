import { Button, Group } from '@mantine/core';
import { useLacks } from '../../app-info.ts';
import { t } from '../../language.ts';
import { Notice } from '../../ui/notice.tsx';
import { searchPlaces, type ListView, type SearchPlace } from './list-search.ts';

interface NothingFoundProps {
  readonly view: ListView;
  readonly onSearch: (place: SearchPlace) => void;
  readonly onReset: () => void;
  readonly onAdd: () => void;
}

const placeTexts = {
  short_url: 'search.in.code',
  long_url: 'search.in.long',
  title: 'search.in.title',
  everywhere: 'search.in.everywhere',
} as const;

/** Appears when a search finds nothing. Offers to search in other places. */
export function NothingFound({ view, onSearch, onReset, onAdd }: NothingFoundProps) {
  // A search for codes without a result has already searched everywhere.
  const mayAdd = !useLacks('links.create');
  const isEverywhere = view.filter === 'short_url' || view.filter === 'everywhere';
  const places = isEverywhere ? [] : searchPlaces.filter((place) => place !== view.filter);
  const text = isEverywhere ? 'search.none.everywhere' : (`search.none.${view.filter}` as const);
  return (
    <Notice
      title={t('no.query')}
      text={t(text, { keyword: view.keyword })}
      action={
        <Group gap="0.5rem">
          {places.map((place) => (
            <Button key={place} variant="default" onClick={() => onSearch(place)}>
              {t(placeTexts[place])}
            </Button>
          ))}
          {isEverywhere && mayAdd && (
            <Button variant="default" onClick={onAdd}>
              {t('links.add')}
            </Button>
          )}
          <Button variant="subtle" color="gray" onClick={onReset}>
            {t('search.all')}
          </Button>
        </Group>
      }
    />
  );
}
