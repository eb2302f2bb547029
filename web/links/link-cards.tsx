import { Checkbox } from '@mantine/core';
import { t } from '../language.ts';
import { LinkCard } from './link-card.tsx';
import type { LinkListProps } from './link-list-props.ts';
import { toLookProps } from './list-look.ts';
import { SortField } from './sort-field.tsx';
import { useRows } from './use-rows.ts';
import { ViewMenu } from './view-menu.tsx';

/** The list on phones. */
export function LinkCards(props: LinkListProps) {
  const { rows, all } = useRows(props);
  const { isStale, selectionBar, sorting, onSort, look, onLook } = props;
  return (
    <>
      <div className="links-cards-head">
        <Checkbox {...all} aria-label={t('links.select.all')} />
        {selectionBar ?? (
          <>
            <SortField sorting={sorting} onSort={onSort} />
            <ViewMenu look={look} onLook={onLook} />
          </>
        )}
      </div>
      <ul className="links-cards" data-stale={isStale || undefined} {...toLookProps(look)}>
        {rows.map((row) => (
          <LinkCard key={row.link.id} {...row} />
        ))}
      </ul>
    </>
  );
}
