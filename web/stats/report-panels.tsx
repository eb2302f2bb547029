import { Box } from '@mantine/core';
import { t, toCounted } from '../language.ts';
import { ChartPanel } from './charts/chart-panel.tsx';
import { HeatMap } from './charts/heat-map.tsx';
import { ListPanel } from './lists/list-panel.tsx';
import { type Filters, type StatsView, setFilter } from './stats-view.ts';
import type { Report } from './stats.api.ts';
import { Totals } from './totals.tsx';
import { lazy, Suspense } from 'react';
import { readFilter, writeFilter } from '../../contracts/stats/stats-filter.ts';
import { repositoryUrl } from '../project.ts';

interface ReportPanelsProps {
  readonly report: Report;
  /** The code of a link; null: the whole site. */
  readonly code: string | null;
  readonly view: StatsView;
  readonly onShow: (change: Partial<StatsView>) => void;
}

export function ReportPanels({ report, code, view, onShow }: ReportPanelsProps) {
  const isOfLink = code !== null;
  const { filters, audience } = view;
  const onFilter = (filters: Filters) => onShow({ filters });
  const lists = { report, filters, onFilter };
  return (
    <>
      {report.pending_clicks > 0 && (
        <p className="stats-note note">{t('stats.pending', toCounted(report.pending_clicks))}</p>
      )}
      <Totals
        totals={report.totals}
        before={report.compared?.totals ?? report.before}
        view={report.compared === null ? { ...view, compare: null } : view}
      />
      <ChartPanel report={report} audience={audience} />
      <Suspense fallback={null}>
        <SideBySide {...{ code, report, view, onShow }} />
      </Suspense>
      <div className="stats-grid">
        <ListPanel
          title={t('stats.sources')}
          dimensions={['channel', 'source', 'referrer', 'page']}
          {...lists}
        />
        <ListPanel
          title={t('stats.technology')}
          dimensions={['browser', 'system', 'device']}
          {...lists}
        />
      </div>
      {showsDomains(report, filters, isOfLink) && (
        <ListPanel title={t('stats.domains')} dimensions={['domain']} {...lists} />
      )}
      {isOfLink && hasTargets(report) && (
        <ListPanel title={t('stats.target')} dimensions={['target']} {...lists} />
      )}
      <PlacesPanel {...lists} />
      <div className="stats-grid">
        <ListPanel title={t('stats.languages')} dimensions={['language']} {...lists} />
        <ListPanel
          title={t('stats.campaigns')}
          dimensions={[
            'utm_source',
            'utm_medium',
            'utm_campaign',
            'utm_term',
            'utm_content',
            'via',
          ]}
          {...lists}
        />
      </div>
      <HeatMap week={report.week} />
    </>
  );
}

/** Only links with rules have targets. */
function hasTargets({ lists }: Report): boolean {
  const list = lists.find(({ dimension }) => dimension === 'target');
  return list !== undefined && list.values.length + list.other > 0;
}

/** Most sites have one domain. A link has several if it moved. */
function showsDomains({ lists }: Report, { domain }: Filters, isOfLink: boolean): boolean {
  if (domain !== undefined) return true;
  const list = lists.find(({ dimension }) => dimension === 'domain');
  if (list === undefined) return false;
  return list.values.length > (isOfLink && list.none === 0 ? 1 : 0);
}

const guideUrl = `${repositoryUrl}/blob/main/docs/operations.md#countries-and-cities`;

const WorldMap = lazy(async () => ({ default: (await import('./charts/world-map.tsx')).WorldMap }));

const SideBySide = lazy(async () => ({
  default: (await import('./side/side-by-side.tsx')).SideBySide,
}));

interface PlacesPanelProps {
  readonly report: Report;
  readonly filters: Filters;
  readonly onFilter: (filters: Filters) => void;
}

/** Shows the countries and cities of the clicks, on a map and as lists. */
function PlacesPanel({ report, filters, onFilter }: PlacesPanelProps) {
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
      <Box component="p" fz="sm" maw="42rem">
        {t('stats.places.unknown')}{' '}
        <a href={guideUrl} target="_blank" rel="noopener">
          {t('stats.places.how')}
        </a>
      </Box>
    </section>
  );
}
