import { useElementSize } from '@mantine/hooks';
import { useState, type PointerEvent } from 'react';
import { locale } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { HEIGHT, layOutChart, type ChartLayout, type ClickChartProps } from './chart-layout.ts';
import { formatBarStart } from '../format-time.ts';
import { sumBar, type Series } from './series.ts';
import type { Bar, Report } from '../stats.api.ts';
import './click-chart.css';

/** Stacked bars of clicks over time. Keyboard users and screen readers have the table beside it. */
export function ClickChart(props: ClickChartProps) {
  const { bars, step, series, compared } = props;
  const { ref, width } = useElementSize();
  const [pointed, setPointed] = useState<number | null>(null);
  const layout = layOutChart(props, width);
  const { left, band, findMiddle } = layout;

  const point = ({ nativeEvent }: PointerEvent) => {
    const index = Math.floor((nativeEvent.offsetX - left) / band);
    setPointed(index >= 0 && index < bars.length ? index : null);
  };
  const leave = () => setPointed(null);

  return (
    <div ref={ref} className="click-chart">
      {width > left && (
        <svg
          viewBox={`0 0 ${width} ${HEIGHT}`}
          width="100%"
          height="100%"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={leave}
        >
          <Grid {...layout} />
          {pointed !== null && (
            <rect
              className="click-chart-pointed"
              x={left + pointed * band}
              y={layout.top}
              width={band}
              height={layout.plotHeight}
            />
          )}
          <ComparedLine {...props} layout={layout} />
          <Bars bars={bars} series={series} layout={layout} />
          <Times bars={bars} layout={layout} />
        </svg>
      )}
      {pointed !== null && bars[pointed] !== undefined && (
        <ChartTip
          bars={[bars[pointed], compared[pointed]]}
          step={step}
          series={series}
          middle={findMiddle(pointed)}
          width={width}
        />
      )}
    </div>
  );
}

/** The lines of the axis of clicks, with their numbers. */
function Grid({ ticks, left, width, toY }: ChartLayout) {
  return ticks.map((clicks) => (
    <g key={clicks}>
      <line className="click-chart-grid" x1={left} x2={width} y1={toY(clicks)} y2={toY(clicks)} />
      <text className="click-chart-clicks" x={left - 8} y={toY(clicks)}>
        {formatNumber(clicks, locale)}
      </text>
    </g>
  ));
}

interface TimesProps extends Pick<ClickChartProps, 'bars'> {
  readonly layout: ChartLayout;
}

interface BarsProps extends TimesProps, Pick<ClickChartProps, 'series'> {}

function Bars({ bars, series, layout: { findMiddle, barWidth, toY } }: BarsProps) {
  return bars.map((bar, index) => {
    let clicks = 0;
    return series.map(({ name, read }) => {
      const bottom = toY(clicks);
      clicks += read(bar);
      return (
        <rect
          key={name + bar.start}
          className="click-chart-bar"
          data-series={name}
          x={findMiddle(index) - barWidth / 2}
          y={toY(clicks)}
          width={barWidth}
          height={bottom - toY(clicks)}
        />
      );
    });
  });
}

/** The period to compare with, from edge to edge. */
function ComparedLine({ bars, series, compared, layout }: TimesProps & ClickChartProps) {
  if (compared.length === 0) return null;
  const heights = compared.slice(0, bars.length).map((bar) => layout.toY(sumBar(bar, series)));
  const points = heights.map((y, index) => `${layout.findMiddle(index)},${y}`);
  const end = layout.findMiddle(heights.length - 1) + layout.band / 2;
  return (
    <polyline
      className="click-chart-compared"
      points={[`${layout.left},${heights[0]}`, ...points, `${end},${heights.at(-1)}`].join(' ')}
    />
  );
}

function Times({ bars, layout: { labels, hasRoom, findMiddle } }: TimesProps) {
  return labels.map(
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
  );
}

interface ChartTipProps extends Pick<Report, 'step'> {
  /** The bar, and the one to compare with. */
  readonly bars: readonly (Bar | undefined)[];
  readonly series: readonly Series[];
  /** The middle of the bar and the width of the chart, in pixels. */
  readonly middle: number;
  readonly width: number;
}

/** Shows the numbers of the bar under the pointer, on the side with more room. */
function ChartTip({ bars, step, series, middle, width }: ChartTipProps) {
  const [side, distance] =
    middle < width / 2 ? ['left', middle + 12] : ['right', width - middle + 12];
  return (
    <div className="chart-tip" style={{ [side]: `min(${distance}px, 100% - 11rem)` }}>
      {bars
        .filter((bar) => bar !== undefined)
        .map((bar) => (
          <div key={bar.start}>
            <p className="chart-tip-time">{formatBarStart(bar.start, step)}</p>
            {series.map(({ name, label, read }) => (
              <p key={name} className="chart-tip-clicks" data-series={name}>
                <span>{label}</span>
                <span className="mono">{formatNumber(read(bar), locale)}</span>
              </p>
            ))}
          </div>
        ))}
    </div>
  );
}
