import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { explainFailure } from '../../failure.ts';
import { t } from '../../language.ts';
import { isUnavailable } from '../explain-statistics.ts';
import { type StatsView, toSearch } from '../stats-view.ts';
import { Link } from '@tanstack/react-router';
import { MiddleCut } from '../../ui/text/middle-cut.tsx';
import { escapeInvisible } from '../../ui/text/escape-invisible.ts';
import { formatCode } from '../format-value.ts';

export interface SiteListProps {
  readonly view: StatsView;
}

const rows = [0, 1, 2];

interface SitePanelProps<Data> {
  readonly title: string;
  readonly query: UseQueryResult<Data>;
  /** The list, or a sentence for an empty list. */
  readonly children: (data: Data) => ReactNode;
  /** An action on the whole list, or a remark about it. */
  readonly action?: ReactNode;
}

/** The frame of a list, with its states. The page itself reports missing statistics, once. */
export function SitePanel<Data>({ title, query, children, action }: SitePanelProps<Data>) {
  const id = useId();
  if (isUnavailable(query.error)) return null;
  return (
    <section className="stats-panel" aria-labelledby={id}>
      <div className="stats-panel-head">
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {query.isPending && (
        <output aria-label={t('stats.loading')}>
          {rows.map((row) => (
            <span key={row} className="site-list-row">
              <Skeleton height={12} width={`${70 - row * 15}%`} />
            </span>
          ))}
        </output>
      )}
      {query.isError && (
        <div role="alert" className="site-list-failure">
          <p>{explainFailure(query.error, 'stats.failed')}</p>
          <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
            {t('retry')}
          </Button>
        </div>
      )}
      {query.isSuccess && (
        <div
          className="stats-body"
          data-stale={query.isPlaceholderData || undefined}
          aria-busy={query.isPlaceholderData}
        >
          {children(query.data)}
        </div>
      )}
    </section>
  );
}

interface SiteListLinkProps {
  readonly code: string;
  readonly title: string;
  /** The view that the link's statistics open with. */
  readonly view: StatsView;
}

/** An entry of a list. It leads to the statistics of its link. */
export function SiteListLink({ code, title, view }: SiteListLinkProps) {
  const shownTitle = escapeInvisible(title);
  return (
    <span className="site-list-name">
      <Link
        to="/admin/links/$code/{-$page}"
        params={{ code, page: undefined }}
        search={toSearch({ ...view, links: [], tags: [], series: null })}
        className="site-list-code mono cut"
      >
        <MiddleCut text={formatCode(code)} title={escapeInvisible(code)} />
      </Link>
      {title !== '' && (
        <span className="site-list-title note cut" title={shownTitle}>
          {shownTitle}
        </span>
      )}
    </span>
  );
}
