import { Button } from '@mantine/core';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { t } from '../language.ts';
import { Notice } from '../ui/notice.tsx';
import { toDay } from './period/days.ts';
import { explainStatistics } from './explain-statistics.ts';
import { ExportMenu } from './export-menu.tsx';
import { FilterChips } from './filter-chips.tsx';
import { LiveMark } from './live/live-mark.tsx';
import { NoClicks } from './no-clicks.tsx';
import { PeriodPicker } from './period/period-picker.tsx';
import { PrintButton } from './print-button.tsx';
import { ReportPanels } from './report-panels.tsx';
import { ReportRange } from './period/report-range.tsx';
import { reportQuery, siteListsKey, type Report } from './stats.api.ts';
import { StatsSkeleton } from './stats-skeleton.tsx';
import { useStatsView } from './use-stats-view.ts';
import '../ui/page-head.css';
import './stats.css';
import './panels.css';
import './print.css';

interface StatisticsProps {
  /** The code of a link; null: the whole site. */
  readonly code: string | null;
  /** Undefined: the page has a heading above. */
  readonly heading?: ReactNode;
  /** False: the link may not exist. */
  readonly linkExists?: boolean;
}

/** The statistics of a link or of the whole site, with periods, filters and exports. */
export function Statistics({ code, heading, linkExists = true }: StatisticsProps) {
  const { view, show } = useStatsView();
  const report = useQuery(reportQuery(code, view));
  const { data, isPlaceholderData } = report;
  const body = useRef<HTMLDivElement>(null);
  const [now] = useState(() => Date.now() / 1000);
  const picker = (
    <PeriodPicker
      view={view}
      shownDays={{ from: toDay(data?.from ?? now), to: toDay((data?.to ?? now) - 1) }}
      onShow={show}
    />
  );
  return (
    <div className="stats">
      <div className="stats-head">
        {heading ?? picker}
        <div className="stats-tools">
          {linkExists && <LiveMark code={code} />}
          <ExportMenu code={code} view={view} />
          <PrintButton />
        </div>
      </div>
      {heading !== undefined && picker}
      <FilterChips
        filters={view.filters}
        onChange={(filters) => {
          // The focused chip disappears.
          body.current?.focus({ preventScroll: true });
          show({ filters });
        }}
      />
      {data !== undefined ? (
        <div
          ref={body}
          tabIndex={-1}
          className="stats-body"
          data-stale={isPlaceholderData || undefined}
          aria-busy={isPlaceholderData}
        >
          <ReportRange report={data} view={view} />
          {isEmpty(data) ? (
            <NoClicks code={code} view={view} onShow={show} />
          ) : (
            <ReportPanels report={data} isOfLink={code !== null} view={view} onShow={show} />
          )}
        </div>
      ) : report.isError ? (
        <FailedReport report={report} />
      ) : (
        <StatsSkeleton />
      )}
    </div>
  );
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

function isEmpty({ totals: { person, scan, preview, bot } }: Report): boolean {
  return person + scan + preview + bot === 0;
}
