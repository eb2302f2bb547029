import { useElementSize } from '@mantine/hooks';
import { useState, type PointerEvent } from 'react';
import { locale } from '../language.ts';
import { formatNumber } from '../ui/format-number.ts';
import { labelDistance, listTicks, measureLabel } from './chart-scale.ts';
import { ChartTip } from './chart-tip.tsx';
import { formatAxisLabel } from './format-time.ts';
import type { Series } from './series.ts';
import type { Report } from './stats.api.ts';
import './click-chart.css';

/** In pixels. */
const HEIGHT = 260;
const TOP = 8;
const BOTTOM = 26;
/** The space beside the numbers of the axis. */
const GAP = 12;
const BAR_MAX = 48;
/** The width of a bar, as a share of the distance between two bars. */
const BAR_SHARE = 0.8;

interface ClickChartProps extends Pick<Report, 'bars' | 'step'> {
  readonly series: readonly Series[];
}

/** Stacked bars of clicks over time. Keyboard users and screen readers have the table beside it. */
export function ClickChart({ bars, step, series }: ClickChartProps) {
  const { ref, width } = useElementSize();
  const [pointed, setPointed] = useState<number | null>(null);
  const totals = bars.map((bar) => series.reduce((sum, { read }) => sum + read(bar), 0));
  const ticks = listTicks(Math.max(0, ...totals));
  const highest = ticks.at(-1)!;
  const left = GAP + Math.max(...ticks.map((clicks) => measureLabel(formatNumber(clicks, locale))));
  const band = (width - left) / bars.length;
  const barWidth = Math.min(BAR_MAX, band * BAR_SHARE);
  const findMiddle = (index: number) => left + (index + 0.5) * band;
  const toY = (clicks: number) => TOP + (1 - clicks / highest) * (HEIGHT - TOP - BOTTOM);

  const labels = bars.map(({ start }) => formatAxisLabel(start, step));
  const every = labelDistance(labels, band);
  const hasRoom = (index: number) =>
    index % every === 0 && findMiddle(index) + measureLabel(labels[index]!) / 2 <= width;

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
          {pointed !== null && (
            <rect
              className="click-chart-pointed"
              x={left + pointed * band}
              y={TOP}
              width={band}
              height={HEIGHT - TOP - BOTTOM}
            />
          )}
          {bars.map((bar, index) => {
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
          })}
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
