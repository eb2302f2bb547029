import { locale, t } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { formatBarStart } from '../format-time.ts';
import type { Report } from '../stats.api.ts';

export interface ShownSeries {
  readonly name: string;
  readonly step: Report['step'];
  readonly bars: Report['bars'];
  /** The clicks of each bar. */
  readonly counts: readonly number[];
}

interface SeriesTableProps {
  readonly series: readonly ShownSeries[];
  /** False: only screen readers have it. */
  readonly isShown: boolean;
}

export function SeriesTable({ series, isShown }: SeriesTableProps) {
  const [{ bars, step } = { bars: [], step: 'day' as const }] = series;
  return (
    <div
      className={isShown ? 'stats-table-frame' : 'visually-hidden'}
      // The frame scrolls, also by keyboard.
      {...(isShown && { tabIndex: 0, role: 'group', 'aria-label': t('stats.side') })}
    >
      <table className="stats-table">
        <caption className="visually-hidden">{t('stats.side')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('stats.chart.time')}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar, at) => (
            <tr key={bar.start}>
              <th scope="row">{formatBarStart(bar.start, step)}</th>
              {series.map(({ name, counts }) => (
                <td key={name} className="mono">
                  {formatNumber(counts[at] ?? 0, locale)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
