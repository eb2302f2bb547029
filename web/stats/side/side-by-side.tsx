import { NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { explainFailure } from '../../failure.ts';
import { locale, t } from '../../language.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { formatNumber } from '../../ui/text/format-number.ts';
import { MiddleCut } from '../../ui/text/middle-cut.tsx';
import { countAudience } from '../charts/series.ts';
import { reportQuery, type Report } from '../stats.api.ts';
import { SERIES_MAX, type ChosenSeries, type SeriesKind, type StatsView } from '../stats-view.ts';
import { formatSeries, toSeriesView, useSeriesOptions } from './series-options.ts';
import { SeriesChart } from './series-chart.tsx';
import { SeriesTable } from './series-table.tsx';
import './side-by-side.css';

interface SideBySideProps {
  /** The code of a link; null: the whole site. */
  readonly code: string | null;
  readonly report: Report;
  readonly view: StatsView;
  readonly onShow: (change: Partial<StatsView>) => void;
}

/** Shows two to five links, tags or sources in one chart. */
export function SideBySide({ code, report, view, onShow }: SideBySideProps) {
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  const options = useSeriesOptions(code, report, view);
  const kinds = options.map(({ kind }) => kind);
  const chosen = chooseSeries(view, code === null);
  const { kind, values } = chosen;
  const listed = options.find((option) => option.kind === kind)?.values ?? [];
  const choose = (next: readonly string[]) => onShow({ series: { kind, values: next } });
  const isFull = values.length >= SERIES_MAX;
  return (
    <section className="stats-panel side" aria-labelledby={id}>
      <div className="stats-panel-head">
        <h2 id={id}>{t('stats.side')}</h2>
        <div className="side-choices">
          {kinds.length > 1 && (
            <SelectField
              aria-label={t('stats.side.kind')}
              choices={kinds}
              format={(name) => t(`stats.side.${name}`)}
              value={kind}
              onChange={(name) => onShow({ series: { kind: name, values: [] } })}
            />
          )}
          <NativeSelect
            aria-label={t(`stats.side.add.${kind}`)}
            disabled={isFull}
            data={[
              { value: ADD, label: t(`stats.side.add.${kind}`) },
              ...listed
                .filter((value) => !values.includes(value))
                .map((value) => ({ value: `=${value}`, label: formatSeries(kind, value) })),
            ]}
            value={ADD}
            onChange={({ currentTarget: { value } }) => choose([...values, value.slice(1)])}
          />
        </div>
        {values.length > 1 && (
          <button
            type="button"
            className="stats-text-button plain-button"
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            {t('stats.chart.table')}
          </button>
        )}
      </div>
      {values.length < 2 && <p className="stats-note note">{t('stats.side.about')}</p>}
      <Chosen {...{ code, view, isTable, kind, values }} onChoose={choose} />
    </section>
  );
}

const ADD = '';

/** Chosen links of the page stand side by side without being chosen again. */
function chooseSeries({ series, links }: StatsView, isSite: boolean): ChosenSeries {
  if (!isSite) return series?.kind === 'source' ? series : { kind: 'source', values: [] };
  if (series !== null) return series;
  const areFew = links.length > 1 && links.length <= SERIES_MAX;
  return { kind: 'link', values: areFew ? links : [] };
}

interface ChosenProps {
  readonly code: string | null;
  readonly view: StatsView;
  readonly isTable: boolean;
  readonly kind: SeriesKind;
  readonly values: readonly string[];
  readonly onChoose: (values: readonly string[]) => void;
}

/** The chosen series with their clicks, and their chart. */
function Chosen({ code, view, isTable, kind, values, onChoose }: ChosenProps) {
  const reports = useQueries({
    queries: values.map((value) => reportQuery(code, toSeriesView(view, kind, value))),
  });
  const failed = reports.find(({ error }) => error !== null);
  const series = values.map((value, at) => {
    const { data } = reports[at]!;
    const bars = data?.bars ?? [];
    const counts = bars.map((bar) => countAudience(bar, view.audience));
    return { name: formatSeries(kind, value), bars, counts, step: data?.step };
  });
  const shown = series.flatMap(({ step, ...one }) => (step === undefined ? [] : { ...one, step }));
  return (
    <>
      <ol className="side-legend" aria-label={t('stats.side')}>
        {series.map(({ name, counts }, at) => (
          <li key={values[at]}>
            <span className="side-mark" data-line={at + 1} aria-hidden>
              {at + 1}
            </span>
            <MiddleCut text={name} />
            <span className="muted mono">
              {formatNumber(
                counts.reduce((sum, clicks) => sum + clicks, 0),
                locale,
              )}
            </span>
            <button
              type="button"
              className="side-remove plain-button"
              aria-label={t('stats.side.remove', { name })}
              onClick={() => onChoose(values.filter((other) => other !== values[at]))}
            >
              <IconX size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ol>
      {failed !== undefined && (
        <p role="alert" className="stats-note note">
          {explainFailure(failed.error, 'stats.failed')}
        </p>
      )}
      {shown.length === values.length && shown.length > 1 && (
        <>
          {!isTable && <SeriesChart series={shown} audience={view.audience} />}
          <SeriesTable series={shown} isShown={isTable} />
        </>
      )}
    </>
  );
}
