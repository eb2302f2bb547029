import { useElementSize } from '@mantine/hooks';
import { useState, type PointerEvent } from 'react';
import type { Audience } from '../../../contracts/stats/stats.constants.ts';
import { locale } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { HEIGHT, layOutChart, type ChartLayout } from '../charts/chart-layout.ts';
import { countAudience } from '../charts/series.ts';
import { formatBarStart } from '../format-time.ts';
import type { ShownSeries } from './series-table.tsx';
import '../charts/click-chart.css';

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
  const { ref, width } = useElementSize();
  const [pointed, setPointed] = useState<number | null>(null);
  const [{ bars, step } = { bars: [], step: 'day' as const }, ...others] = series;
  const layout = layOutChart(
    {
      bars,
      step,
      series: [{ name: 'people', label: '', sum: 0, read: (bar) => countAudience(bar, audience) }],
      compared: others.flatMap((other) => other.bars),
    },
    width - END,
  );
  const { left, band, findMiddle } = layout;
  const point = ({ nativeEvent }: PointerEvent) => {
    const index = Math.floor((nativeEvent.offsetX - left) / band);
    setPointed(index >= 0 && index < bars.length ? index : null);
  };
  return (
    <div ref={ref} className="click-chart side-chart" aria-hidden>
      {width - END > left && (
        <svg
          viewBox={`0 0 ${width} ${HEIGHT}`}
          width="100%"
          height="100%"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(null)}
        >
          <Axes bars={bars} layout={layout} />
          {pointed !== null && (
            <rect
              className="click-chart-pointed"
              x={left + pointed * band}
              y={layout.top}
              width={band}
              height={layout.plotHeight}
            />
          )}
          <Lines series={series} layout={layout} />
        </svg>
      )}
      {pointed !== null && bars[pointed] !== undefined && (
        <Tip
          series={series}
          at={pointed}
          time={formatBarStart(bars[pointed].start, step)}
          middle={findMiddle(pointed)}
          width={width}
        />
      )}
    </div>
  );
}

interface AxesProps {
  readonly bars: ShownSeries['bars'];
  readonly layout: ChartLayout;
}

function Axes({
  bars,
  layout: { width, left, ticks, labels, hasRoom, findMiddle, toY },
}: AxesProps) {
  return (
    <>
      {ticks.map((clicks) => (
        <g key={clicks}>
          <line
            className="click-chart-grid"
            x1={left}
            x2={width}
            y1={toY(clicks)}
            y2={toY(clicks)}
          />
          <text className="click-chart-clicks" x={left - 8} y={toY(clicks)}>
            {formatNumber(clicks, locale)}
          </text>
        </g>
      ))}
      {labels.map(
        (label, index) =>
          hasRoom(index) && (
            <text
              key={bars[index]!.start}
              className="click-chart-time"
              x={findMiddle(index)}
              y={HEIGHT - 8}
            >
              {label}
            </text>
          ),
      )}
    </>
  );
}

interface TipProps {
  readonly series: readonly ShownSeries[];
  /** The bar under the pointer. */
  readonly at: number;
  readonly time: string;
  /** The middle of the bar and the width of the chart, in pixels. */
  readonly middle: number;
  readonly width: number;
}

function Tip({ series, at, time, middle, width }: TipProps) {
  const [side, distance] =
    middle < width / 2 ? ['left', middle + 12] : ['right', width - middle + 12];
  return (
    <div className="chart-tip" style={{ [side]: `min(${distance}px, 100% - 11rem)` }}>
      <p className="chart-tip-time">{time}</p>
      {series.map(({ name, counts }, line) => (
        <p key={name} className="side-tip">
          <span className="side-mark" data-line={line + 1}>
            {line + 1}
          </span>
          <span className="cut">{name}</span>
          <span className="mono">{formatNumber(counts[at] ?? 0, locale)}</span>
        </p>
      ))}
    </div>
  );
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
