import { Checkbox, Tooltip } from '@mantine/core';
import { memo } from 'react';
import { useFlushTime } from '../../app-info.ts';
import { t } from '../../language.ts';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { ClickCount } from './click-count.tsx';
import { CodeButton } from './code-button.tsx';
import { toLookProps } from './list-look.ts';
import { RowButtons } from './row-buttons.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { RowLine } from './row-line.tsx';
import { OwnerName, RowMarks, TagList } from './row-marks.tsx';
import { RowTitle } from './row-title.tsx';
import { RowDate, StateMark } from './row-state.tsx';
import {
  gridRole,
  Lines,
  toRowProps,
  useRows,
  type LinkListProps,
  type RowContentProps,
  type RowProps,
} from './rows.ts';
import { columnLabels, orderIcons, sortNext, toDateColumn, type DateColumn } from './sorting.ts';
import { Target } from './target.tsx';

/** The list on wide windows. */
export function LinkTable(props: LinkListProps) {
  const { rows, lines, all } = useRows(props);
  const { page, isStale, look } = props;
  return (
    <div className="links-table" data-stale={isStale || undefined} {...toLookProps(look)}>
      {page.hasSelectionBar && (
        <div className="links-table-bar">
          <SelectionBar {...page.selectionBar} />
        </div>
      )}
      <table {...gridRole} aria-label={t('links.title')}>
        <thead>
          <tr>
            <th scope="col" className="links-cell-select">
              <Checkbox {...all} tabIndex={-1} aria-label={t('links.select.all')} />
            </th>
            <ColumnHeaders {...props} />
          </tr>
        </thead>
        <tbody>
          <Lines value={lines}>
            {rows.map((row) => (
              <LinkRow key={row.link.id} {...row} />
            ))}
          </Lines>
        </tbody>
      </table>
    </div>
  );
}

function ColumnHeaders(props: LinkListProps) {
  const { sort, order } = props.sorting;
  const isByText = sort === 'short_url' || sort === 'title' || sort === 'long_url';
  const time = useFlushTime();
  return (
    <>
      <th
        scope="col"
        className="links-cell-link"
        aria-sort={isByText ? ariaOrders[order] : undefined}
      >
        {t('links.link')}
      </th>
      <th scope="col" className="links-cell-line">
        {t('links.view.line')}
      </th>
      <SortHeader {...props} column="clicks" about={t('links.clicks.about', { time })} />
      <SortHeader {...props} column={toDateColumn(sort)} />
      <th scope="col" className="links-cell-actions">
        <span className="visually-hidden">{t('links.actions')}</span>
      </th>
    </>
  );
}

const ariaOrders = { asc: 'ascending', desc: 'descending' } as const;

interface SortHeaderProps extends LinkListProps {
  readonly column: 'clicks' | DateColumn;
  /** Appears on hover, focus and touch. */
  readonly about?: string;
}

/** A column header. Presses sort one way, then the other way, then newest first again. */
function SortHeader({ column, sorting, page, about }: SortHeaderProps) {
  const isSorted = sorting.sort === column;
  const Icon = orderIcons[sorting.order];
  const name = t(columnLabels[column]);
  const button = (
    <button
      type="button"
      tabIndex={-1}
      className="links-sort"
      title={about === undefined ? t('links.sort.by', { column: name }) : undefined}
      onClick={() => page.showView(sortNext(column, sorting))}
    >
      {name}
      {isSorted && <Icon size={14} aria-hidden />}
    </button>
  );
  return (
    <th
      scope="col"
      className={column === 'clicks' ? 'links-cell-clicks' : 'links-cell-date'}
      aria-sort={isSorted ? ariaOrders[sorting.order] : undefined}
    >
      {about === undefined ? (
        button
      ) : (
        <Tooltip
          label={about}
          portalProps={{ target: 'main' }}
          events={{ hover: true, focus: true, touch: true }}
        >
          {button}
        </Tooltip>
      )}
    </th>
  );
}

const LinkRow = memo(function LinkRow(props: RowProps) {
  const { isTabStop: _stop, isSelected: _selected, ...others } = props;
  const { onToggle: _toggle, onFocus: _focus, ...content } = others;
  return (
    <tr {...toRowProps(props)}>
      <td className="links-cell-select">
        <RowCheckbox {...props} />
      </td>
      <RowContent {...content} />
    </tr>
  );
});

const RowContent = memo(function RowContent(props: RowContentProps) {
  const { link, sort } = props;
  return (
    <>
      <td className="links-cell-link">
        <div className="links-first">
          <CodeButton link={link} />
          <RowMarks link={link} />
          <TagList {...props} />
          <StateMark link={link} />
        </div>
        <div className="links-second">
          <RowTitle link={link} />
          <Target url={link.long_url} />
          <OwnerName link={link} />
        </div>
      </td>
      <td className="links-cell-line">
        <RowLine link={link} />
      </td>
      <td className="links-cell-clicks">
        <ClickCount link={link} />
      </td>
      <td className="links-cell-date">
        <RowDate link={link} column={toDateColumn(sort)} />
      </td>
      <td className="links-cell-actions">
        <RowButtons {...props} />
      </td>
    </>
  );
});
