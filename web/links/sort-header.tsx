import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../language.ts';
import type { Sorting } from './link-list-props.ts';
import type { SortColumn } from '../../contracts/links.constants.ts';
import { columnLabels, sortNext } from './sorting.ts';

interface SortHeaderProps {
  readonly column: SortColumn;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
  readonly className?: string;
  /** Appears behind the name. */
  readonly children?: ReactNode;
}

/** A column header. Presses sort one way, then the other way, then newest first again. */
export function SortHeader({ column, sorting, onSort, className, children }: SortHeaderProps) {
  const isSorted = sorting.sort === column;
  const isRising = sorting.order === 'asc';
  const Icon = isRising ? IconArrowUp : IconArrowDown;
  const direction = isRising ? 'ascending' : 'descending';
  return (
    <th scope="col" className={className} aria-sort={isSorted ? direction : undefined}>
      <span className="links-heading">
        <button
          type="button"
          className="links-sort"
          title={t('links.sort.by', { column: t(columnLabels[column]) })}
          onClick={() => onSort(sortNext(column, sorting))}
        >
          {t(columnLabels[column])}
          {isSorted && <Icon size={14} aria-hidden />}
        </button>
        {children}
      </span>
    </th>
  );
}
