import { locale } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { layOutChart, type ChartLayout, type ClickChartProps } from './chart-layout.ts';
import { formatBarStart } from '../format-time.ts';
import { sumBar, type Series } from './series.ts';
import type { Bar, Report } from '../stats.api.ts';
import { TimeChart } from './time-chart.tsx';

/** Stacked bars of clicks over time. Keyboard users and screen readers have the table beside it. */
export function ClickChart(props: ClickChartProps) {
  const { bars, step, series, compared } = props;
  return (
    <TimeChart
      bars={bars}
      layOut={(width) => layOutChart(props, width)}
      renderTip={(index) => (
        <TipBars bars={[bars[index], compared[index]]} step={step} series={series} />
      )}
    >
      {(layout) => (
        <>
          <ComparedLine {...props} layout={layout} />
          <Bars bars={bars} series={series} layout={layout} />
        </>
      )}
    </TimeChart>
  );
}

interface BarsProps extends Pick<ClickChartProps, 'bars' | 'series'> {
  readonly layout: ChartLayout;
}

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
function ComparedLine({ bars, series, compared, layout }: BarsProps & ClickChartProps) {
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

interface TipBarsProps extends Pick<Report, 'step'> {
  /** The bar, and the one to compare with. */
  readonly bars: readonly (Bar | undefined)[];
  readonly series: readonly Series[];
}

function TipBars({ bars, step, series }: TipBarsProps) {
  return bars
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
    ));
}
