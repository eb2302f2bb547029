import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import { OTHER } from '../../../contracts/stats/stats.constants.ts';
import { writeFilter } from '../../../contracts/stats/stats-filter.ts';
import { explainFailure } from '../../failure.ts';
import { t } from '../../language.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { formatDimensionValue } from '../format-value.ts';
import { listRows } from './list-rows.ts';
import { RankedRow } from './ranked-row.tsx';
import { ShownStatistics } from '../shown-statistics.ts';
import { reportQuery } from '../stats.api.ts';
import { setFilter, type Filters, type StatsView } from '../stats-view.ts';

const SOURCES = 8;

interface ChannelSourcesProps {
  /** '' = unknown. */
  readonly channel: string;
  /** All clicks of the list of channels, which the percentages of the sources are shares of, too. */
  readonly sum: number;
  readonly onFilter: (filters: Filters) => void;
}

/** Opens a channel to its sources. */
export function ChannelSources({ channel, sum, onFilter }: ChannelSourcesProps) {
  const shown = use(ShownStatistics);
  const [isOpen, setIsOpen] = useState(false);
  const name = formatDimensionValue('channel', channel);
  if (shown === null) return null;
  const { code, view } = shown;
  const filters = setFilter(view.filters, 'channel', writeFilter(channel));
  return (
    <>
      <IconAction
        className="stats-open"
        label={t('stats.channel.sources', { name })}
        title={undefined}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconChevronDown size={16} aria-hidden />
      </IconAction>
      {isOpen && (
        <Sources
          {...{ code, name, sum }}
          view={{ ...view, compare: null, filters }}
          onPick={(source) => onFilter(setFilter(filters, 'source', writeFilter(source)))}
        />
      )}
    </>
  );
}

interface SourcesProps {
  readonly code: string | null;
  readonly view: StatsView;
  readonly name: string;
  readonly sum: number;
  readonly onPick: (source: string) => void;
}

function Sources({ code, view, name, sum, onPick }: SourcesProps) {
  const { data, error } = useQuery(reportQuery(code, view));
  if (error !== null) {
    return (
      <p role="alert" className="stats-inner note">
        {explainFailure(error, 'stats.failed')}
      </p>
    );
  }
  const list = data?.lists.find(({ dimension }) => dimension === 'source');
  if (list === undefined) return <output className="stats-inner note">{t('stats.loading')}</output>;
  const { rows } = listRows(list);
  const others = rows.slice(SOURCES).reduce((rest, { clicks }) => rest + clicks, list.other);
  const row = { dimension: 'source', most: Math.max(1, sum), sum } as const;
  return (
    <ol className="stats-inner" aria-label={t('stats.channel.sources', { name })}>
      {rows.slice(0, SOURCES).map(({ value, clicks }) => (
        <li key={value}>
          <RankedRow
            {...row}
            {...{ value, clicks }}
            isChosen={view.filters.source === writeFilter(value)}
            onPick={() => onPick(value)}
          />
        </li>
      ))}
      {others > 0 && (
        <li>
          <RankedRow {...row} value={OTHER} clicks={others} />
        </li>
      )}
    </ol>
  );
}
