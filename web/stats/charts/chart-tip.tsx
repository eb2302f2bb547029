import { locale } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { formatBarStart } from '../format-time.ts';
import type { Series } from './series.ts';
import type { Bar, Report } from '../stats.api.ts';

interface ChartTipProps extends Pick<Report, 'step'> {
  readonly bar: Bar;
  readonly series: readonly Series[];
  /** The middle of the bar and the width of the chart, in pixels. */
  readonly middle: number;
  readonly width: number;
}

/** Shows the numbers of the bar under the pointer, on the side with more room. */
export function ChartTip({ bar, step, series, middle, width }: ChartTipProps) {
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
