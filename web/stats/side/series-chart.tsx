import type { Audience } from '../../../contracts/stats/stats.constants.ts';
import { locale } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { layOutChart, type ChartLayout } from '../charts/chart-layout.ts';
import { countAudience, type Series } from '../charts/series.ts';
import { TimeChart } from '../charts/time-chart.tsx';
import { formatBarStart } from '../format-time.ts';
import type { ShownSeries } from './series-table.tsx';

/** The space right of the lines, for their numbers, and the least distance of two numbers. */
const END = 24;
const NUMBER_DISTANCE = 16;

interface SeriesChartProps {
  readonly series: readonly ShownSeries[];
  readonly audience: Audience;
}

/**
 * Lines of clicks over time. Each has a pattern and a number, because not everybody sees colors;
 * keyboard users and screen readers have the table beside it.
 */
export function SeriesChart({ series, audience }: SeriesChartProps) {
  const [{ bars, step } = { bars: [], step: 'day' as const }, ...others] = series;
  const counted: Series = {
    name: 'people',
    label: '',
    sum: 0,
    read: (bar) => countAudience(bar, audience),
  };
  const compared = others.flatMap((other) => other.bars);
  return (
    <TimeChart
      bars={bars}
      className="side-chart"
      layOut={(width) => layOutChart({ bars, step, series: [counted], compared }, width - END)}
      renderTip={(index) => (
        <>
          <p className="chart-tip-time">{formatBarStart(bars[index]!.start, step)}</p>
          <TipClicks series={series} at={index} />
        </>
      )}
    >
      {(layout) => <Lines series={series} layout={layout} />}
    </TimeChart>
  );
}

interface TipClicksProps extends Pick<SeriesChartProps, 'series'> {
  /** The bar under the pointer. */
  readonly at: number;
}

function TipClicks({ series, at }: TipClicksProps) {
  return series.map(({ name, counts }, line) => (
    <p key={name} className="side-tip">
      <span className="side-mark" data-line={line + 1}>
        {line + 1}
      </span>
      <span className="cut">{name}</span>
      <span className="mono">{formatNumber(counts[at] ?? 0, locale)}</span>
    </p>
  ));
}

interface LinesProps {
  readonly series: readonly ShownSeries[];
  readonly layout: ChartLayout;
}

function Lines({ series, layout: { findMiddle, toY } }: LinesProps) {
  const ends = spread(series.map(({ counts }) => toY(counts.at(-1) ?? 0)));
  return series.map(({ name, counts }, at) => (
    <g key={name} className="side-line" data-line={at + 1}>
      <polyline
        points={counts.map((clicks, index) => `${findMiddle(index)},${toY(clicks)}`).join(' ')}
      />
      {counts.length === 1 && <circle cx={findMiddle(0)} cy={toY(counts[0]!)} r={4} />}
      <text x={findMiddle(counts.length - 1) + 10} y={ends[at]}>
        {at + 1}
      </text>
    </g>
  ));
}

/** Heights near these, in pixels, that leave room for a number each. */
function spread(heights: readonly number[]): number[] {
  const places = [...heights];
  const order = heights.map((_, at) => at).toSorted((a, b) => heights[b]! - heights[a]!);
  let above = Number.POSITIVE_INFINITY;
  for (const at of order) {
    places[at] = Math.min(heights[at]!, above - NUMBER_DISTANCE);
    above = places[at];
  }
  return places;
}
