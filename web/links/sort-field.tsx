import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { t } from '../language.ts';
import type { LinkListProps } from './link-list-props.ts';
import { sortColumns } from '../../contracts/links.constants.ts';
import { columnLabels, firstOrder, newestFirst } from './sorting.ts';

/** Sorts the cards, which have no column headers. */
export function SortField({ sorting, onSort }: Pick<LinkListProps, 'sorting' | 'onSort'>) {
  const { sort, order } = sorting;
  const isRising = order === 'asc';
  const Icon = isRising ? IconArrowUp : IconArrowDown;
  const choose = (value: string) => {
    const column = sortColumns.find((column) => column === value);
    onSort(column === undefined ? newestFirst : { sort: column, order: firstOrder(column) });
  };
  return (
    <div className="links-sort-field">
      <NativeSelect
        size="xs"
        aria-label={t('links.sort')}
        data={[
          { value: '', label: t('links.sort.newest') },
          ...sortColumns.map((column) => ({ value: column, label: t(columnLabels[column]) })),
        ]}
        value={sort ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {sort !== null && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="2.5rem"
          aria-label={t(isRising ? 'links.sort.rising' : 'links.sort.falling')}
          onClick={() => onSort({ sort, order: isRising ? 'desc' : 'asc' })}
        >
          <Icon size={18} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
