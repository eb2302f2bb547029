import { locale, t } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { formatBarStart } from '../format-time.ts';
import type { Series } from './series.ts';
import type { Report } from '../stats.api.ts';

interface BarsTableProps extends Pick<Report, 'bars' | 'step'> {
  readonly series: readonly Series[];
}

export function BarsTable({ bars, step, series }: BarsTableProps) {
  return (
    <table className="stats-table">
      <caption className="visually-hidden">{t(`stats.chart.${step}`)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('stats.chart.time')}</th>
          {series.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.start}>
            <th scope="row">{formatBarStart(bar.start, step)}</th>
            {series.map(({ name, read }) => (
              <td key={name} className="mono">
                {formatNumber(read(bar), locale)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
