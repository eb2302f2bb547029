import { useState } from 'react';
import { writeFilter } from '../../contracts/stats/stats-filter.ts';
import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/text/format-number.ts';
import { MiddleCut } from '../ui/text/middle-cut.tsx';
import { formatDimensionValue } from './format-value.ts';
import type { RankedList as Ranked } from './stats.api.ts';
import { ShowAllButton } from './show-all-button.tsx';

const SHORT_LENGTH = 8;
/** Dimensions with free text. Their values can be long, so the list cuts them in the middle. */
const userWritten = /^(source|referrer|page|city|via|target|domain|utm_\w+)$/;
const inHundredths = new Intl.NumberFormat(locale, { style: 'percent' });
const inTenths = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
/** Below this share, the percentage has a decimal. */
const DECIMAL_BELOW = 0.01;

interface RankedListProps {
  readonly list: Ranked;
  /** For screen readers. */
  readonly label: string;
  /** The active filter. */
  readonly chosen: string | undefined;
  /** Sets the filter; undefined removes it. */
  readonly onPick: (filter?: string) => void;
}

/** Lists the values of a dimension, most clicks first. A press on one filters the whole page. */
export function RankedList({ list, label, chosen, onPick }: RankedListProps) {
  const { dimension, values, other, none } = list;
  const [isExpanded, setIsWhole] = useState(false);
  const rows = none > 0 ? insertRow(values, { value: '', clicks: none }) : values;
  const sum = rows.reduce((sum, { clicks }) => sum + clicks, other);
  const most = Math.max(1, other, ...rows.map(({ clicks }) => clicks));
  const isCut = !isExpanded && rows.length > SHORT_LENGTH;
  const shown = isCut ? rows.slice(0, SHORT_LENGTH) : rows;
  if (sum === 0) return <p className="stats-none muted">{t('stats.list.empty')}</p>;
  return (
    <>
      <ol className="stats-list" aria-label={label}>
        {shown.map(({ value, clicks }) => {
          const text = formatDimensionValue(dimension, value);
          const filter = writeFilter(value);
          return (
            <li key={value}>
              <button
                type="button"
                className="stats-row"
                aria-pressed={chosen === filter}
                // The main domain is a value like others.
                data-none={(value === '' && dimension !== 'domain') || undefined}
                onClick={() => onPick(chosen === filter ? undefined : filter)}
              >
                <Share clicks={clicks} most={most} />
                <span className="stats-row-name cut">
                  {userWritten.test(dimension) && value !== '' ? <MiddleCut text={text} /> : text}
                </span>
                <Count clicks={clicks} sum={sum} />
              </button>
            </li>
          );
        })}
        {other > 0 && !isCut && (
          <li className="stats-row" data-none>
            <Share clicks={other} most={most} />
            <span className="stats-row-name cut">{t('stats.other')}</span>
            <Count clicks={other} sum={sum} />
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

interface Row {
  /** '' = unknown. */
  readonly value: string;
  readonly clicks: number;
}

/** Inserts a row in the order of clicks. */
function insertRow(rows: readonly Row[], row: Row): Row[] {
  const place = rows.findIndex(({ clicks }) => clicks < row.clicks);
  return rows.toSpliced(place < 0 ? rows.length : place, 0, row);
}

function Share({ clicks, most }: { readonly clicks: number; readonly most: number }) {
  return (
    <span className="stats-row-bar" style={{ transform: `scaleX(${clicks / most})` }} aria-hidden />
  );
}

function Count({ clicks, sum }: { readonly clicks: number; readonly sum: number }) {
  return (
    <>
      <span className="stats-row-count">{formatNumber(clicks, locale)}</span>
      <span className="stats-row-share note">{formatShare(clicks, sum)}</span>
    </>
  );
}

function formatShare(clicks: number, sum: number): string {
  const share = clicks / sum;
  return (share < DECIMAL_BELOW ? inTenths : inHundredths).format(share);
}
