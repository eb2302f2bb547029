import { Tabs } from '@mantine/core';
import { useId, useState } from 'react';
import { t } from '../../language.ts';
import { ChannelSources } from './channel-sources.tsx';
import { RankedList } from './ranked-list.tsx';
import { SaveList } from './save-list.tsx';
import type { Report } from '../stats.api.ts';
import type { Dimension } from '../../../contracts/stats/stats.constants.ts';
import { setFilter, type Filters } from '../stats-view.ts';

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
  const [shown, setShown] = useState(dimensions[0]);
  const lists = { report, filters, onFilter };
  if (dimensions.length === 1) {
    return (
      <section className="stats-panel" aria-labelledby={id}>
        <div className="stats-panel-head">
          <h2 id={id}>{title}</h2>
          <SaveList list={shown} name={title} />
        </div>
        <DimensionList dimension={shown} {...lists} />
      </section>
    );
  }
  return (
    <section className="stats-panel" aria-labelledby={id}>
      <Tabs
        value={shown}
        onChange={(name) => setShown(dimensions.find((dimension) => dimension === name) ?? shown)}
        keepMounted={false}
        variant="none"
        unstyled
      >
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
          <SaveList list={shown} name={t(`stats.${shown}`)} />
        </div>
        {dimensions.map((dimension) => (
          <Tabs.Panel key={dimension} value={dimension}>
            <DimensionList dimension={dimension} {...lists} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}

interface DimensionListProps extends Pick<ListPanelProps, 'report' | 'filters' | 'onFilter'> {
  readonly dimension: Dimension;
}

function DimensionList({ dimension, report, filters, onFilter }: DimensionListProps) {
  const list = report.lists.find((list) => list.dimension === dimension);
  return (
    <RankedList
      list={list ?? { dimension, values: [], other: 0, none: 0 }}
      label={t(`stats.${dimension}`)}
      chosen={filters[dimension]}
      onPick={(value) => onFilter(setFilter(filters, dimension, value))}
    >
      {dimension === 'channel'
        ? (channel, sum) =>
            // Direct clicks have no source to open.
            channel !== 'direct' && <ChannelSources {...{ channel, sum, onFilter }} />
        : undefined}
    </RankedList>
  );
}
