import { Checkbox } from '@mantine/core';
import { t } from '../language.ts';
import { LinkCard } from './link-card.tsx';
import type { LinkListProps } from './link-list-props.ts';
import { SortField } from './sort-field.tsx';
import { useRows } from './use-rows.ts';

/** The list on a phone. */
export function LinkCards(props: LinkListProps) {
  const { rows, all } = useRows(props);
  const { isStale, sorting, onSort } = props;
  return (
    <>
      <div className="links-cards-head">
        <Checkbox {...all} label={t('links.select.all.short')} aria-label={t('links.select.all')} />
        <SortField sorting={sorting} onSort={onSort} />
      </div>
      <ul className="links-cards" data-stale={isStale || undefined}>
        {rows.map((row) => (
          <LinkCard key={row.link.id} {...row} />
        ))}
      </ul>
    </>
  );
}
