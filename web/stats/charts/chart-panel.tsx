import { useState } from 'react';
import { locale, t } from '../../language.ts';
import { ClickChart } from './click-chart.tsx';
import { readSeries, sumBar, type SeriesName, type Series } from './series.ts';
import type { Bar, Report } from '../stats.api.ts';
import type { Audience } from '../../../contracts/stats/stats.constants.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { SaveList } from '../lists/save-list.tsx';
import { formatBarStart, formatDays } from '../format-time.ts';

interface ChartPanelProps {
  readonly report: Report;
  readonly audience: Audience;
}

/** Shows the clicks over time as bars. A table holds the same numbers, also for screen readers. */
export function ChartPanel({ report, audience }: ChartPanelProps) {
  const { bars, step, compared } = report;
  const [isTable, setIsTable] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<SeriesName>>(new Set());
  const series = readSeries(bars, audience);
  const shown = series.filter(({ name }) => !hidden.has(name));
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
          {compared !== null && <ComparedItem compared={compared} series={shown} />}
        </div>
        <button
          type="button"
          className="stats-text-button plain-button"
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
        >
          {t('stats.chart.table')}
        </button>
        <SaveList list="bars" name={t(`stats.chart.${step}`)} />
      </div>
      {!isTable && (
        <div className="stats-chart" aria-hidden>
          <ClickChart bars={bars} step={step} series={shown} compared={compared?.bars ?? []} />
        </div>
      )}
      <div
        className={isTable ? 'stats-table-frame' : 'visually-hidden'}
        // The frame scrolls, also by keyboard.
        {...(isTable && { tabIndex: 0, role: 'group', 'aria-label': t(`stats.chart.${step}`) })}
      >
        <BarsTable bars={bars} step={step} series={series} compared={compared?.bars ?? null} />
      </div>
    </section>
  );
}

interface ComparedItemProps {
  readonly compared: NonNullable<Report['compared']>;
  readonly series: readonly Series[];
}

function ComparedItem({ compared: { from, to, bars }, series }: ComparedItemProps) {
  const sum = bars.reduce((sum, bar) => sum + sumBar(bar, series), 0);
  return (
    <span className="stats-legend-item stats-legend-line">
      {formatDays(from, to)}
      <span className="muted">{formatNumber(sum, locale)}</span>
    </span>
  );
}

interface BarsTableProps extends Pick<Report, 'bars' | 'step'> {
  readonly series: readonly Series[];
  /** Null: nothing is compared. */
  readonly compared: readonly Bar[] | null;
}

function BarsTable({ bars, step, series, compared }: BarsTableProps) {
  return (
    <table className="stats-table" data-compared={compared !== null || undefined}>
      <caption className="visually-hidden">{t(`stats.chart.${step}`)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('stats.chart.time')}</th>
          {series.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
          {compared !== null && (
            <>
              <th scope="col">{t('stats.chart.compared')}</th>
              {series.map(({ name, label }) => (
                <th key={name} scope="col">
                  {t('stats.chart.compared.series', { name: label })}
                </th>
              ))}
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar, at) => (
          <tr key={bar.start}>
            <th scope="row">{formatBarStart(bar.start, step)}</th>
            <BarCells bar={bar} series={series} />
            {compared !== null && (
              <>
                <td>{compared[at] !== undefined && formatBarStart(compared[at].start, step)}</td>
                <BarCells bar={compared[at]} series={series} />
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface BarCellsProps {
  /** Undefined: the period to compare with is shorter. */
  readonly bar: Bar | undefined;
  readonly series: readonly Series[];
}

function BarCells({ bar, series }: BarCellsProps) {
  return series.map(({ name, read }) => (
    <td key={name} className="mono">
      {bar !== undefined && formatNumber(read(bar), locale)}
    </td>
  ));
}
