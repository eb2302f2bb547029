import { Skeleton } from '@mantine/core';
import { t } from '../language.ts';

const rows = Array.from({ length: 11 }, (_, row) => row);

export function LinksSkeleton() {
  return (
    <output className="links-loading" aria-label={t('links.loading')}>
      <span className="links-skeleton">
        {rows.map((row) => (
          <span key={row} className="links-skeleton-row">
            <Skeleton height={12} width="5rem" />
            <Skeleton height={12} width={`${30 + ((row * 17) % 30)}%`} />
          </span>
        ))}
      </span>
    </output>
  );
}
