import { t, toCounted } from '../../language.ts';

/** The width of a day and the height of the highest bar, in units of the drawing. */
const DAY = 4;
const HEIGHT = 16;
/** The least height of a day with visits: it stays visible beside a day with many. */
const BAR_MIN = 2;

interface SparklineProps {
  /** People on each of the last days, earliest first; undefined while it loads. */
  readonly people: readonly number[] | undefined;
}

/** Small bars for the last days. While they load, their place stays empty: a line would say zero. */
export function Sparkline({ people }: SparklineProps) {
  if (people === undefined) return <span className="links-line" data-loading />;
  const most = Math.max(1, ...people);
  const sum = people.reduce((sum, count) => sum + count, 0);
  const about = t('links.line', {
    ...toCounted(sum),
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
