import { useElementSize } from '@mantine/hooks';
import { useState, type PointerEvent } from 'react';
import { locale } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { HEIGHT, layOutChart, type ChartLayout, type ClickChartProps } from './chart-layout.ts';
import { formatBarStart } from '../format-time.ts';
import type { Series } from './series.ts';
import type { Bar, Report } from '../stats.api.ts';
import './click-chart.css';

/** Stacked bars of clicks over time. Keyboard users and screen readers have the table beside it. */
export function ClickChart(props: ClickChartProps) {
  const { bars, step, series } = props;
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
          <Bars bars={bars} series={series} layout={layout} />
          <Times bars={bars} layout={layout} />
        </svg>
      )}
      {pointed !== null && bars[pointed] !== undefined && (
        <ChartTip
          bar={bars[pointed]}
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
  readonly bar: Bar;
  readonly series: readonly Series[];
  /** The middle of the bar and the width of the chart, in pixels. */
  readonly middle: number;
  readonly width: number;
}

/** Shows the numbers of the bar under the pointer, on the side with more room. */
function ChartTip({ bar, step, series, middle, width }: ChartTipProps) {
  const side = middle < width / 2 ? { left: middle + 12 } : { right: width - middle + 12 };
  return (
    <div className="chart-tip" style={side}>
      <p className="chart-tip-time">{formatBarStart(bar.start, step)}</p>
      {series.map(({ name, label, read }) => (
        <p key={name} className="chart-tip-clicks" data-series={name}>
          <span>{label}</span>
          <span className="mono">{formatNumber(read(bar), locale)}</span>
        </p>
      ))}
    </div>
  );
}
