import { Skeleton } from '@mantine/core';
import { t } from '../../language.ts';
import { toLookProps, type ListLook } from './list-look.ts';

const rows = Array.from({ length: 10 }, (_, row) => row);

/** The skeleton of the list. It has the height of the loaded list. */
export function LinksSkeleton({ look }: { readonly look: ListLook }) {
  return (
    <output className="links-skeleton" aria-label={t('links.loading')} {...toLookProps(look)}>
      <span className="links-skeleton-head" />
      {rows.map((row) => (
        <span key={row} className="links-skeleton-row">
          <Skeleton height={32} width={32} />
          <span className="links-skeleton-text">
            <Skeleton height={12} width="8rem" />
            {look.density === 'comfortable' && (
              <Skeleton height={10} width={`${30 + ((row * 17) % 30)}%`} />
            )}
          </span>
        </span>
      ))}
    </output>
  );
}
