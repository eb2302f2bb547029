import { Button, Group } from '@mantine/core';
import { hashKey, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { t, locale, toCounted } from '../language.ts';
import { Notice } from '../ui/notice.tsx';
import { toDay } from './period/days.ts';
import { explainStatistics } from './explain-statistics.ts';
import { FilterChips } from './filter-chips.tsx';
import { LiveMark } from './live/live-mark.tsx';
import { NoClicks } from './no-clicks.tsx';
import { PeriodPicker, type PeriodPickerProps } from './period/period-picker.tsx';
import { ReportPanels } from './report-panels.tsx';
import { reportQuery, siteListsKey, type Report } from './stats.api.ts';
import { ExportMenu } from './export-menu.tsx';
import { ShownStatistics } from './shown-statistics.ts';
import { StatsSkeleton } from './stats-skeleton.tsx';
import { formatExactTime } from '../ui/text/relative-time.ts';
import { formatDays } from './format-time.ts';
import {
  canCompare,
  isFiltered,
  timeZone,
  type StatsView,
  readView,
  toSearch,
} from './stats-view.ts';
import { IconPrinter } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconAction } from '../ui/icon-action.tsx';
import '../ui/page-head.css';
import './stats.css';
import './panels.css';
import './print.css';

interface StatisticsProps extends Pick<PeriodPickerProps, 'children'> {
  /** The code of a link; null: the whole site. */
  readonly code: string | null;
  /** Undefined: the page has a heading above. */
  readonly heading?: ReactNode;
  /** False: the link may not exist. */
  readonly linkExists?: boolean;
}

/** The statistics of a link or of the whole site, with periods, filters and exports. */
export function Statistics({ code, heading, linkExists = true, children }: StatisticsProps) {
  const { view, show } = useStatsView();
  const query = reportQuery(code, view);
  const report = useQuery(query);
  const { data, isStale } = useSliced(hashKey(query.queryKey), report);
  const body = useRef<HTMLDivElement>(null);
  const [now] = useState(() => Date.now() / 1000);
  const picker = (
    <PeriodPicker
      view={view}
      shownDays={{ from: toDay(data?.from ?? now), to: toDay((data?.to ?? now) - 1) }}
      onShow={show}
    >
      {children}
    </PeriodPicker>
  );
  return (
    <ShownStatistics value={{ code, view }}>
      <div className="stats">
        <div className="stats-head">
          {heading ?? picker}
          <Group className="stats-tools" gap="0.5rem" mih="2.25rem" ml="auto">
            {linkExists && <LiveMark code={code} />}
            <ExportMenu />
            <PrintButton />
          </Group>
        </div>
        {heading !== undefined && picker}
        <FilterChips
          view={view}
          onShow={(change) => {
            // The focused chip disappears.
            body.current?.focus({ preventScroll: true });
            show(change);
          }}
        />
        {data !== undefined ? (
          <div
            ref={body}
            tabIndex={-1}
            className="stats-body"
            data-stale={isStale || undefined}
            aria-busy={isStale}
          >
            <ReportRange report={data} view={view} />
            {isEmpty(data) ? (
              <NoClicks code={code} view={view} onShow={show} />
            ) : (
              <ReportPanels report={data} code={code} view={view} onShow={show} />
            )}
          </div>
        ) : report.isError ? (
          <FailedReport report={report} />
        ) : (
          <StatsSkeleton />
        )}
      </div>
    </ShownStatistics>
  );
}

/** The report as it is drawn: in slices, so that keys and clicks do not wait for all of it. */
function useSliced(asked: string, { data, isPlaceholderData }: UseQueryResult<Report>) {
  const latest = useMemo(
    () => ({ asked, data, isPlaceholderData }),
    [asked, data, isPlaceholderData],
  );
  const drawn = useDeferredValue(latest);
  return { data: drawn.data, isStale: drawn.isPlaceholderData || drawn.asked !== asked };
}

function FailedReport({ report }: { readonly report: UseQueryResult<Report> }) {
  const queries = useQueryClient();
  return (
    <Notice
      isFailure
      title={t('stats.failed')}
      text={explainStatistics(report.error)}
      action={
        <Button
          variant="default"
          onClick={() => {
            void report.refetch();
            void queries.invalidateQueries({ queryKey: siteListsKey });
          }}
        >
          {t('retry')}
        </Button>
      }
    />
  );
}

function isEmpty({ totals, compared }: Report): boolean {
  return [totals, compared?.totals].every(
    (sums) => sums === undefined || sums.person + sums.scan + sums.preview + sums.bot === 0,
  );
}

interface ReportRangeProps {
  readonly report: Report;
  readonly view: StatsView;
}

/** Shows the days of the report and its limits; on paper, also the visit classes. */
function ReportRange({ report, view }: ReportRangeProps) {
  const { from, to, filters_from: filtersFrom, imported_clicks: imported } = report;
  // Older clicks have no dimensions to filter by: a filtered report leaves them out.
  const isShort = isFiltered(view) && filtersFrom > 0 && from <= filtersFrom;
  return (
    <>
      <p className="stats-span note">
        {t('stats.span', { days: formatDays(from, to), zone: timeZone.replaceAll('_', ' ') })}
      </p>
      <p className="stats-span stats-printed note">
        {t('stats.counted', { audience: t(`stats.audience.${view.audience}`) })}
      </p>
      {view.compare !== null && canCompare(view) && report.compared === null && (
        <p className="stats-span note" role="note">
          {t('stats.links.silent.unknown')}
        </p>
      )}
      {imported > 0 && (
        <p className="stats-span note" role="note">
          {t('stats.total.imported', toCounted(imported))}
        </p>
      )}
      {isShort && (
        <p className="stats-warning" role="note">
          {t('stats.filters.from', { when: formatExactTime(filtersFrom, locale, 'short') })}
        </p>
      )}
    </>
  );
}

const SCHEME = 'data-mantine-color-scheme';

function PrintButton() {
  useEffect(printOnPaper, []);
  return (
    <IconAction
      className="stats-print"
      variant="default"
      size="2.25rem"
      label={t('stats.print')}
      onClick={() => window.print()}
    >
      <IconPrinter size={18} aria-hidden />
    </IconAction>
  );
}

/** Prints in the light scheme, whatever the page shows. Returns the function that ends this. */
function printOnPaper() {
  const root = document.documentElement;
  let shown: string | null = null;
  const lighten = () => {
    shown = root.getAttribute(SCHEME);
    root.setAttribute(SCHEME, 'light');
  };
  const restore = () => {
    if (shown !== null) root.setAttribute(SCHEME, shown);
  };
  window.addEventListener('beforeprint', lighten);
  window.addEventListener('afterprint', restore);
  return () => {
    window.removeEventListener('beforeprint', lighten);
    window.removeEventListener('afterprint', restore);
  };
}

/** Reads the view from the address and writes it there. */
export function useStatsView() {
  const view = readView(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = (change: Partial<StatsView>) => {
    const next = { ...view, ...change };
    // While the user changes a custom period, intermediate periods must not fill the history.
    const replace = view.days !== null && next.days !== null && next.days !== view.days;
    void navigate({ to: '.', search: toSearch(next), resetScroll: false, replace });
  };
  return { view, show };
}
