import { Checkbox, Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import type { SortColumn } from '../../../contracts/links/links.constants.ts';
import { useFlushTime } from '../../app-info.ts';
import { t } from '../../language.ts';
import { toStoredCode } from '../../urls/short-link.ts';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { ClickCount } from './click-count.tsx';
import { CodeButton } from './code-button.tsx';
import { toLookProps } from './list-look.ts';
import { RowButtons } from './row-buttons.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { RowMarks } from './row-marks.tsx';
import { RowState } from './row-state.tsx';
import {
  toRowProps,
  useRows,
  type LinkListProps,
  type RowContentProps,
  type RowProps,
} from './rows.ts';
import { columnLabels, orderIcons, sortNext } from './sorting.ts';
import { splitTarget, Target } from './target.tsx';
import { ViewMenu } from './view-menu.tsx';

/** The list on wide windows. */
export function LinkTable(props: LinkListProps) {
  const { rows, all } = useRows(props);
  const { page, isStale, look } = props;
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
          {page.hasSelectionBar ? (
            <td colSpan={8} className="links-cell-bar">
              <SelectionBar {...page.selectionBar} />
            </td>
          ) : (
            <ColumnHeaders {...props} />
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

function ColumnHeaders(props: LinkListProps) {
  return (
    <>
      <SortHeader {...props} column="short_url" />
      <SortHeader {...props} column="title" />
      <SortHeader {...props} column="long_url" className="links-head-last" />
      <SortHeader {...props} column="clicks">
        <ClicksHelp />
      </SortHeader>
      <SortHeader {...props} column="created_at" />
      <SortHeader {...props} column="updated_at" />
      <SortHeader {...props} column="expires_at" />
      <th scope="col" className="links-cell-actions">
        <span className="visually-hidden">{t('links.actions')}</span>
        <ViewMenu {...props} />
      </th>
    </>
  );
}

interface SortHeaderProps extends LinkListProps {
  readonly column: SortColumn;
  readonly className?: string;
  /** Appears behind the name. */
  readonly children?: ReactNode;
}

/** A column header. Presses sort one way, then the other way, then newest first again. */
function SortHeader({ column, sorting, page, className, children }: SortHeaderProps) {
  const isSorted = sorting.sort === column;
  const direction = sorting.order === 'asc' ? 'ascending' : 'descending';
  const Icon = orderIcons[sorting.order];
  const name = t(columnLabels[column]);
  return (
    <th scope="col" className={className} aria-sort={isSorted ? direction : undefined}>
      <span className="links-heading">
        <button
          type="button"
          className="links-sort"
          title={t('links.sort.by', { column: name })}
          onClick={() => page.showView(sortNext(column, sorting))}
        >
          {name}
          {isSorted && <Icon size={14} aria-hidden />}
        </button>
        {children}
      </span>
    </th>
  );
}

/** Explains, on press or hover, why the count of clicks is late. */
function ClicksHelp() {
  const about = t('links.clicks.about', { time: useFlushTime() });
  return (
    <Tooltip
      label={about}
      portalProps={{ target: 'main' }}
      events={{ hover: true, focus: true, touch: true }}
    >
      <button type="button" className="links-help" aria-label={about}>
        <IconInfoCircle size={15} aria-hidden />
      </button>
    </Tooltip>
  );
}

const LinkRow = memo(function LinkRow(props: RowProps) {
  const { isFirst: _first, isSelected: _selected, onToggle: _toggle, ...content } = props;
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
  const { link, people } = props;
  const { title, long_url: url } = link;
  const [host] = splitTarget(url);
  // The first letter of the host is a quick visual mark.
  const [letter = ''] = host.replace(/^www\./, '');
  return (
    <>
      <td colSpan={3} className="links-cell-link">
        <span className="links-letter" aria-hidden>
          {letter.toUpperCase()}
        </span>
        <div className="links-first">
          <CodeButton code={toStoredCode(link)} />
          <RowMarks {...props} />
        </div>
        <div className="links-second">
          {title !== '' && (
            <span className="links-title cut" title={title}>
              {title}
            </span>
          )}
          <Target url={url} />
        </div>
      </td>
      <td colSpan={4} className="links-cell-facts">
        <ClickCount link={link} people={people} />
        <div className="links-facts">
          <RowState {...props} />
        </div>
      </td>
      <td className="links-cell-actions">
        <RowButtons {...props} />
      </td>
    </>
  );
});
