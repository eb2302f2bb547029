import '@mantine/charts/styles.css';
import { BarChart, ChartTooltip } from '@mantine/charts';
import { locale } from '../language.ts';
import { formatNumber } from '../ui/format-number.ts';
import { sayOnAxis, sayWhole } from './say-time.ts';
import type { Series } from './series.ts';
import type { Report } from './stats.api.ts';

const HEIGHT = 260;
const colors = {
  people: 'var(--brisk-accent)',
  person: 'var(--brisk-accent)',
  scan: 'var(--brisk-accent)',
  preview: 'var(--stats-preview)',
  bot: 'var(--stats-bot)',
};
const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });

interface ClickChartProps extends Pick<Report, 'bars' | 'step'> {
  readonly series: readonly Series[];
}

/** The bars alone, which a chunk of their own brings. */
export function ClickChart({ bars, step, series }: ClickChartProps) {
  const drawn = series.map(({ name, label }) => ({ name, label, color: colors[name] }));
  const rows = bars.map((bar) => ({
    start: bar.start,
    ...Object.fromEntries(series.map(({ name, read }) => [name, read(bar)])),
  }));
  return (
    <BarChart
      h={HEIGHT}
      data={rows}
      dataKey="start"
      type="stacked"
      series={drawn}
      maxBarWidth={48}
      tickLine="none"
      gridColor="var(--brisk-line)"
      textColor="var(--brisk-muted)"
      cursorFill="var(--brisk-raised)"
      // The table beside is for the keyboard and for screen readers.
      barChartProps={{ accessibilityLayer: false, barCategoryGap: '20%', margin: { top: 8 } }}
      barProps={{ isAnimationActive: false, stroke: 'var(--brisk-surface)', strokeWidth: 1 }}
      xAxisProps={{
        tickFormatter: (start: number) => sayOnAxis(start, step),
        minTickGap: 28,
        interval: 'equidistantPreserveStart',
      }}
      yAxisProps={{
        allowDecimals: false,
        width: 44,
        tickFormatter: (count: number) => short.format(count),
      }}
      tooltipProps={{
        isAnimationActive: false,
        content: <BarTip step={step} series={drawn} />,
      }}
    />
  );
}

interface BarTipProps extends Pick<Report, 'step'> {
  readonly series: readonly { readonly name: string; readonly label: string; color: string }[];
  /** Given by the chart: which bar is pointed at, and what it is made of. */
  readonly label?: number;
  readonly payload?: readonly Record<string, unknown>[];
}

function BarTip({ step, series, label, payload }: BarTipProps) {
  return (
    <ChartTooltip
      label={label === undefined ? undefined : sayWhole(label, step)}
      payload={payload}
      series={[...series]}
      valueFormatter={(count) => formatNumber(count, locale)}
    />
  );
}
