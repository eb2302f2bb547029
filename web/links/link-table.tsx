import { Checkbox } from '@mantine/core';
import { t } from '../language.ts';
import { ClicksHelp } from './clicks-help.tsx';
import type { LinkListProps } from './link-list-props.ts';
import { LinkRow } from './link-row.tsx';
import { SortHeader } from './sort-header.tsx';
import { useRows } from './use-rows.ts';

/** The list where there is room for columns. */
export function LinkTable(props: LinkListProps) {
  const { rows, all } = useRows(props);
  const { isStale, sorting, onSort } = props;
  const sort = { sorting, onSort };
  return (
    <div className="links-frame" data-stale={isStale || undefined}>
      <table className="links-table">
        <thead>
          <tr>
            <th scope="col" className="links-cell-select">
              <Checkbox {...all} aria-label={t('links.select.all')} />
            </th>
            <SortHeader {...sort} column="short_url" className="links-cell-code" />
            <SortHeader {...sort} column="long_url" />
            <SortHeader {...sort} column="title" className="links-cell-title" />
            <SortHeader {...sort} column="clicks" className="links-cell-clicks">
              <ClicksHelp />
            </SortHeader>
            <SortHeader {...sort} column="created_at" className="links-cell-created" />
            <SortHeader {...sort} column="updated_at" className="links-cell-updated" />
            <SortHeader {...sort} column="expires_at" className="links-cell-expires" />
            <th scope="col" className="links-cell-actions">
              <span className="visually-hidden">{t('links.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <LinkRow key={row.link.id} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
