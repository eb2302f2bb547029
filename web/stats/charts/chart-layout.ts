import { locale } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { labelDistance, listTicks, measureLabel } from './chart-scale.ts';
import { formatAxisLabel } from '../format-time.ts';
import { sumBar, type Series } from './series.ts';
import type { Bar, Report } from '../stats.api.ts';

/** In pixels. */
export const HEIGHT = 260;
const TOP = 8;
const BOTTOM = 26;
/** The space beside the numbers of the axis. */
const GAP = 12;
const BAR_MAX = 48;
/** The width of a bar, as a share of the distance between two bars. */
const BAR_SHARE = 0.8;
/** Beside narrower bars, the line behind them shows. */
const COMPARED_SHARE = 0.55;

export interface ClickChartProps extends Pick<Report, 'bars' | 'step'> {
  readonly series: readonly Series[];
  /** The bars of the period to compare with; empty: none. Their number may differ. */
  readonly compared: readonly Bar[];
}

/** The places of everything in a chart of this width, in pixels. */
export function layOutChart({ bars, step, series, compared }: ClickChartProps, width: number) {
  const totals = [...bars, ...compared].map((bar) => sumBar(bar, series));
  const ticks = listTicks(Math.max(0, ...totals));
  const highest = ticks.at(-1)!;
  const left = GAP + Math.max(...ticks.map((clicks) => measureLabel(formatNumber(clicks, locale))));
  const band = (width - left) / bars.length;
  const labels = bars.map(({ start }) => formatAxisLabel(start, step));
  const every = labelDistance(labels, band);
  const findMiddle = (index: number) => left + (index + 0.5) * band;
  return {
    width,
    ticks,
    left,
    top: TOP,
    plotHeight: HEIGHT - TOP - BOTTOM,
    /** The distance between two bars. */
    band,
    barWidth: Math.min(BAR_MAX, band * (compared.length > 0 ? COMPARED_SHARE : BAR_SHARE)),
    labels,
    hasRoom: (index: number) =>
      index % every === 0 && findMiddle(index) + measureLabel(labels[index]!) / 2 <= width,
    findMiddle,
    toY: (clicks: number) => TOP + (1 - clicks / highest) * (HEIGHT - TOP - BOTTOM),
  };
}

export type ChartLayout = ReturnType<typeof layOutChart>;
