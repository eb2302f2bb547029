import type { Dimension } from '../../../contracts/stats/stats.constants.ts';
import { locale } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { MiddleCut } from '../../ui/text/middle-cut.tsx';
import { formatDimensionValue } from '../format-value.ts';
import { once } from '../../ui/text/remember.ts';

/** Dimensions with free text. Their values can be long, so the list cuts them in the middle. */
const userWritten = /^(source|referrer|page|city|via|target|domain|utm_\w+)$/;
const inHundredths = once(() => new Intl.NumberFormat(locale, { style: 'percent' }));
const inTenths = once(
  () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
);
/** Below this share, the percentage has a decimal. */
const DECIMAL_BELOW = 0.01;

interface RankedRowProps {
  readonly dimension: Dimension;
  /** '' = unknown. */
  readonly value: string;
  readonly clicks: number;
  /** What the bar and the percentage are shares of. */
  readonly most: number;
  readonly sum: number;
  readonly isChosen?: boolean;
  /** Undefined: a row that filters nothing. */
  readonly onPick?: (() => void) | undefined;
}

/** A value of a dimension with its clicks. A press on it filters the page. */
export function RankedRow({ dimension, value, onPick, isChosen, ...props }: RankedRowProps) {
  const { clicks, most, sum } = props;
  const text = formatDimensionValue(dimension, value);
  const content = (
    <>
      <span
        className="stats-row-bar"
        style={{ transform: `scaleX(${clicks / most})` }}
        aria-hidden
      />
      <span className="stats-row-name cut">
        {userWritten.test(dimension) && value !== '' ? <MiddleCut text={text} /> : text}
      </span>
      <span className="stats-row-count">{formatNumber(clicks, locale)}</span>
      <span className="stats-row-share note">{formatShare(clicks, sum)}</span>
    </>
  );
  if (onPick === undefined) {
    return (
      <div className="stats-row" data-none>
        {content}
      </div>
    );
  }
  return (
    <button
      type="button"
      className="stats-row"
      aria-pressed={isChosen}
      // The main domain is a value like others.
      data-none={(value === '' && dimension !== 'domain') || undefined}
      onClick={onPick}
    >
      {content}
    </button>
  );
}

function formatShare(clicks: number, sum: number): string {
  const share = clicks / sum;
  return (share < DECIMAL_BELOW ? inTenths : inHundredths)().format(share);
}
