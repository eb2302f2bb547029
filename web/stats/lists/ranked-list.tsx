import { Box } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { OTHER } from '../../../contracts/stats/stats.constants.ts';
import { writeFilter } from '../../../contracts/stats/stats-filter.ts';
import { t } from '../../language.ts';
import { listRows } from './list-rows.ts';
import { RankedRow } from './ranked-row.tsx';
import type { RankedList as Ranked } from '../stats.api.ts';
import { ShowAllButton } from './show-all-button.tsx';

const SHORT_LENGTH = 8;

interface RankedListProps {
  readonly list: Ranked;
  /** For screen readers. */
  readonly label: string;
  /** The active filter. */
  readonly chosen: string | undefined;
  /** Sets the filter; undefined removes it. */
  readonly onPick: (filter?: string) => void;
  /** What stands beside and below a row; `sum` is what its percentage is a share of. */
  readonly children?: ((value: string, sum: number) => ReactNode) | undefined;
}

/** Lists the values of a dimension, most clicks first. A press on one filters the whole page. */
export function RankedList({ list, label, chosen, onPick, children }: RankedListProps) {
  const { dimension, other } = list;
  const [isExpanded, setIsWhole] = useState(false);
  const { rows, sum } = listRows(list);
  const most = Math.max(1, other, ...rows.map(({ clicks }) => clicks));
  const isCut = !isExpanded && rows.length > SHORT_LENGTH;
  const shown = isCut ? rows.slice(0, SHORT_LENGTH) : rows;
  if (sum === 0) {
    return (
      <Box component="p" c="dimmed" fz="sm" maw="42rem">
        {t('stats.list.empty')}
      </Box>
    );
  }
  return (
    <>
      <ol
        className="stats-list"
        aria-label={label}
        data-opens={children !== undefined || undefined}
      >
        {shown.map(({ value, clicks }) => {
          const filter = writeFilter(value);
          return (
            <li key={value}>
              <RankedRow
                {...{ dimension, value, clicks, most, sum }}
                isChosen={chosen === filter}
                onPick={() => onPick(chosen === filter ? undefined : filter)}
              />
              {children?.(value, sum)}
            </li>
          );
        })}
        {other > 0 && !isCut && (
          <li>
            <RankedRow {...{ dimension, most, sum }} value={OTHER} clicks={other} />
          </li>
        )}
      </ol>
      {other > 0 && !isCut && <p className="stats-note note">{t('stats.other.about')}</p>}
      {rows.length > SHORT_LENGTH && (
        <ShowAllButton
          isExpanded={isExpanded}
          count={rows.length}
          short={SHORT_LENGTH}
          onChange={setIsWhole}
        />
      )}
    </>
  );
}
