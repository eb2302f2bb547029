import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/format-number.ts';

/** How wide a day is and how high the best of them, in the units of the drawing. */
const DAY = 4;
const HEIGHT = 16;
/** What a day with a single visit has of the height, so that it is seen beside one with many. */
const BAR_MIN = 2;

interface SparklineProps {
  /** How many people came on each of the last days, the earliest first; undefined: not yet known. */
  readonly people: readonly number[] | undefined;
}

/** The last days as a row of small bars on a base line, which holds their place until they come. */
export function Sparkline({ people }: SparklineProps) {
  if (people === undefined) return <span className="links-line" />;
  const most = Math.max(1, ...people);
  const sum = people.reduce((sum, count) => sum + count, 0);
  const about = t('links.line', {
    count: sum,
    shown: formatNumber(sum, locale),
    days: people.length,
  });
  return (
    <span className="links-line" title={about}>
      <span className="visually-hidden">{about}</span>
      <svg viewBox={`0 0 ${people.length * DAY} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        <path d={people.map((count, day) => drawBar(day, count / most)).join('')} />
      </svg>
    </span>
  );
}

function drawBar(day: number, share: number): string {
  if (share === 0) return '';
  const height = Math.max(BAR_MIN, Math.round(share * HEIGHT * 10) / 10);
  return `M${day * DAY + 1} ${HEIGHT}h${DAY - 1}v-${height}h${1 - DAY}z`;
}
