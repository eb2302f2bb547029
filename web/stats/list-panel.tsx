import { Tabs } from '@mantine/core';
import { useId } from 'react';
import { t } from '../language.ts';
import { RankedList } from './ranked-list.tsx';
import type { Report } from './stats.api.ts';
import type { Dimension } from '../../contracts/stats/stats.constants.ts';
import { setFilter, type Filters } from './stats-view.ts';

interface ListPanelProps {
  readonly title: string;
  readonly dimensions: readonly [Dimension, ...Dimension[]];
  readonly report: Report;
  readonly filters: Filters;
  readonly onFilter: (filters: Filters) => void;
}

/** Shows one of several related dimensions at a time. */
export function ListPanel({ title, dimensions, report, filters, onFilter }: ListPanelProps) {
  const id = useId();
  const toList = (dimension: Dimension) => {
    const list = report.lists.find((list) => list.dimension === dimension);
    return (
      <RankedList
        list={list ?? { dimension, values: [], other: 0, none: 0 }}
        label={t(`stats.${dimension}`)}
        chosen={filters[dimension]}
        onPick={(value) => onFilter(setFilter(filters, dimension, value))}
      />
    );
  };
  if (dimensions.length === 1) {
    return (
      <section className="stats-panel" aria-labelledby={id}>
        <div className="stats-panel-head">
          <h2 id={id}>{title}</h2>
        </div>
        {toList(dimensions[0])}
      </section>
    );
  }
  return (
    <section className="stats-panel" aria-labelledby={id}>
      <Tabs defaultValue={dimensions[0]} keepMounted={false} variant="none" unstyled>
        <div className="stats-panel-head">
          <h2 id={id}>{title}</h2>
          <Tabs.List className="stats-tabs" aria-labelledby={id}>
            {dimensions.map((dimension) => (
              <Tabs.Tab key={dimension} className="stats-tab plain-button" value={dimension}>
                {t(`stats.${dimension}`)}
                {filters[dimension] !== undefined && (
                  <span className="stats-tab-mark">
                    <span className="visually-hidden">{t('stats.filtered')}</span>
                  </span>
                )}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </div>
        {dimensions.map((dimension) => (
          <Tabs.Panel key={dimension} value={dimension}>
            {toList(dimension)}
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}
