import { Checkbox } from '@mantine/core';
import { t } from '../language.ts';
import { ClicksHelp } from './clicks-help.tsx';
import type { LinkListProps } from './link-list-props.ts';
import { LinkRow } from './link-row.tsx';
import { toLookProps } from './list-look.ts';
import { SortHeader } from './sort-header.tsx';
import { useRows } from './use-rows.ts';
import { ViewMenu } from './view-menu.tsx';

/** The list on wide windows. */
export function LinkTable(props: LinkListProps) {
  const { rows, all } = useRows(props);
  const { isStale, selectionBar, look } = props;
  return (
    <table
      className="links-table"
      aria-label={t('links.title')}
      data-stale={isStale || undefined}
      {...toLookProps(look)}
    >
      <thead>
        <tr>
          <th scope="col" className="links-cell-select">
            <Checkbox {...all} aria-label={t('links.select.all')} />
          </th>
          {selectionBar === null ? (
            <ColumnHeaders {...props} />
          ) : (
            <td colSpan={8} className="links-cell-bar">
              {selectionBar}
            </td>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <LinkRow key={row.link.id} {...row} />
        ))}
      </tbody>
    </table>
  );
}

function ColumnHeaders({ sorting, onSort, look, onLook }: LinkListProps) {
  const sort = { sorting, onSort };
  return (
    <>
      <SortHeader {...sort} column="short_url" />
      <SortHeader {...sort} column="title" />
      <SortHeader {...sort} column="long_url" className="links-head-last" />
      <SortHeader {...sort} column="clicks">
        <ClicksHelp />
      </SortHeader>
      <SortHeader {...sort} column="created_at" />
      <SortHeader {...sort} column="updated_at" />
      <SortHeader {...sort} column="expires_at" />
      <th scope="col" className="links-cell-actions">
        <span className="visually-hidden">{t('links.actions')}</span>
        <ViewMenu look={look} onLook={onLook} />
      </th>
    </>
  );
}
