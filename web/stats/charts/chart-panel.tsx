import { useState } from 'react';
import { locale, t } from '../../language.ts';
import { ClickChart } from './click-chart.tsx';
import { readSeries, type SeriesName, type Series } from './series.ts';
import type { Report } from '../stats.api.ts';
import type { Audience } from '../../../contracts/stats/stats.constants.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { formatBarStart } from '../format-time.ts';

interface ChartPanelProps {
  readonly report: Report;
  readonly audience: Audience;
}

/** Shows the clicks over time as bars. A table holds the same numbers, also for screen readers. */
export function ChartPanel({ report, audience }: ChartPanelProps) {
  const { bars, step } = report;
  const [isTable, setIsTable] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<SeriesName>>(new Set());
  const series = readSeries(bars, audience);
  const toggle = (name: SeriesName) => {
    const others = new Set(hidden);
    if (!others.delete(name)) others.add(name);
    setHidden(others);
  };
  return (
    <section className="stats-panel stats-chart-panel" aria-labelledby="stats-chart">
      <div className="stats-panel-head">
        <h2 id="stats-chart">{t(`stats.chart.${step}`)}</h2>
        <div className="stats-legend">
          {series.map(({ name, label, sum }) => (
            <button
              key={name}
              type="button"
              className="stats-legend-item plain-button"
              data-series={name}
              aria-pressed={!hidden.has(name)}
              onClick={() => toggle(name)}
            >
              {label}
              <span className="muted">{formatNumber(sum, locale)}</span>
            </button>
          ))}
        </div>
        <button
          type="button"
          className="stats-text-button plain-button"
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
        >
          {t('stats.chart.table')}
        </button>
      </div>
      {!isTable && (
        <div className="stats-chart" aria-hidden>
          <ClickChart
            bars={bars}
            step={step}
            series={series.filter(({ name }) => !hidden.has(name))}
          />
        </div>
      )}
      <div
        className={isTable ? 'stats-table-frame' : 'visually-hidden'}
        // The frame scrolls, also by keyboard.
        {...(isTable && { tabIndex: 0, role: 'group', 'aria-label': t(`stats.chart.${step}`) })}
      >
        <BarsTable bars={bars} step={step} series={series} />
      </div>
    </section>
  );
}

interface BarsTableProps extends Pick<Report, 'bars' | 'step'> {
  readonly series: readonly Series[];
}

function BarsTable({ bars, step, series }: BarsTableProps) {
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
