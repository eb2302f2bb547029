import { useElementSize } from '@mantine/hooks';
import { useState, type CSSProperties, type PointerEvent, type ReactNode } from 'react';
import { locale } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import type { Bar } from '../stats.api.ts';
import { HEIGHT, type ChartLayout } from './chart-layout.ts';
import './click-chart.css';

interface TimeChartProps {
  readonly bars: readonly Bar[];
  readonly className?: string;
  /** Gets the width of the chart, in pixels. */
  readonly layOut: (width: number) => ChartLayout;
  readonly children: (layout: ChartLayout) => ReactNode;
  /** The numbers of the bar under the pointer. */
  readonly renderTip: (index: number) => ReactNode;
}

/** A chart over time: its axes, and what the pointer shows. */
export function TimeChart({ bars, className = '', layOut, children, renderTip }: TimeChartProps) {
  const { ref, width } = useElementSize();
  const [pointed, setPointed] = useState<number | null>(null);
  const layout = layOut(width);
  const { left, band } = layout;
  const point = ({ nativeEvent }: PointerEvent) => {
    const index = Math.floor((nativeEvent.offsetX - left) / band);
    setPointed(index >= 0 && index < bars.length ? index : null);
  };
  return (
    <div ref={ref} className={`click-chart ${className}`} aria-hidden>
      {layout.width > left && (
        <svg
          viewBox={`0 0 ${width} ${HEIGHT}`}
          width="100%"
          height="100%"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(null)}
        >
          <Grid {...layout} />
          <Times bars={bars} layout={layout} />
          {pointed !== null && (
            <rect
              className="click-chart-pointed"
              x={left + pointed * band}
              y={layout.top}
              width={band}
              height={layout.plotHeight}
            />
          )}
          {children(layout)}
        </svg>
      )}
      {pointed !== null && bars[pointed] !== undefined && (
        <div className="chart-tip" style={placeTip(layout.findMiddle(pointed), width)}>
          {renderTip(pointed)}
        </div>
      )}
    </div>
  );
}

/** On the side with more room. */
function placeTip(middle: number, width: number): CSSProperties {
  const [side, distance] =
    middle < width / 2 ? ['left', middle + 12] : ['right', width - middle + 12];
  return { [side]: `min(${distance}px, 100% - 11rem)` };
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

interface TimesProps extends Pick<TimeChartProps, 'bars'> {
  readonly layout: ChartLayout;
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
