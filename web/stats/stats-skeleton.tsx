import { Skeleton } from '@mantine/core';
import { t } from '../language.ts';

const totals = [0, 1, 2, 3];
const panels = [0, 1, 2, 3];

export function StatsSkeleton() {
  return (
    <output className="stats-body stats-skeleton" aria-label={t('stats.loading')}>
      <span className="stats-span note">
        <Skeleton component="span" display="inline-block" height={11} width="16rem" />
      </span>
      <span className="stats-totals">
        {totals.map((total) => (
          <span key={total}>
            <Skeleton component="span" display="block" height={11} width="5rem" />
            <Skeleton component="span" display="block" height={30} width="7rem" mt={12} mb={11} />
            <Skeleton component="span" display="block" height={11} width="8rem" mb={27} />
          </span>
        ))}
      </span>
      <span className="stats-panel stats-chart-panel">
        <Skeleton component="span" display="block" height={308} />
      </span>
      <span className="stats-grid">
        {panels.map((panel) => (
          <span key={panel} className="stats-panel">
            <Skeleton component="span" display="block" height={300} />
          </span>
        ))}
      </span>
    </output>
  );
}
