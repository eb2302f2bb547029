import { lazy, Suspense } from 'react';
import { readFilter, writeFilter } from '../../contracts/stats/stats-filter.ts';
import { t } from '../language.ts';
import { repositoryUrl } from '../project.ts';
import { ListPanel } from './list-panel.tsx';
import type { Report } from './stats.api.ts';
import { setFilter, type Filters } from './stats-view.ts';

const guideUrl = `${repositoryUrl}/blob/main/docs/operations.md#countries-and-cities`;

const WorldMap = lazy(async () => ({ default: (await import('./charts/world-map.tsx')).WorldMap }));

interface PlacesPanelProps {
  readonly report: Report;
  readonly filters: Filters;
  readonly onFilter: (filters: Filters) => void;
}

/** Shows the countries and cities of the clicks, on a map and as lists. */
export function PlacesPanel({ report, filters, onFilter }: PlacesPanelProps) {
  const countries = report.lists.find(({ dimension }) => dimension === 'country');
  // Older clicks may have places even when the server has no location database at present.
  if (!report.knows_places && (countries?.values.length ?? 0) === 0) return <HowToKnowPlaces />;
  const chosen = readFilter(filters.country ?? '');
  return (
    <div className="stats-panel stats-places">
      <ListPanel
        title={t('stats.places')}
        dimensions={['country', 'city']}
        report={report}
        filters={filters}
        onFilter={onFilter}
      />
      <div className="stats-map">
        <Suspense fallback={null}>
          <WorldMap
            values={countries?.values ?? []}
            chosen={chosen}
            onPick={(picked) =>
              onFilter(
                setFilter(filters, 'country', picked === chosen ? undefined : writeFilter(picked)),
              )
            }
          />
        </Suspense>
      </div>
    </div>
  );
}

function HowToKnowPlaces() {
  return (
    <section className="stats-panel" aria-labelledby="stats-places">
      <div className="stats-panel-head">
        <h2 id="stats-places">{t('stats.places')}</h2>
      </div>
      <p className="stats-text">
        {t('stats.places.unknown')}{' '}
        <a href={guideUrl} target="_blank" rel="noopener">
          {t('stats.places.how')}
        </a>
      </p>
    </section>
  );
}
