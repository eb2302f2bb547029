import { Group, NativeSelect } from '@mantine/core';
import { sortColumns } from '../../../contracts/links/links.constants.ts';
import { t } from '../../language.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { columnLabels, firstOrder, newestFirst, orderIcons, type Sorting } from './sorting.ts';

interface SortFieldProps {
  readonly sorting: Sorting;
  readonly onChange: (sorting: Sorting) => void;
  readonly hasLabel?: boolean;
}

/** Chooses the order of the list: a column, and its direction. */
export function SortField({ sorting, onChange, hasLabel = false }: SortFieldProps) {
  const { sort, order } = sorting;
  const isRising = order === 'asc';
  const Icon = orderIcons[order];
  const choose = (value: string) => {
    const column = sortColumns.find((column) => column === value);
    onChange(column === undefined ? newestFirst : { sort: column, order: firstOrder(column) });
  };
  return (
    <Group className="links-sort-field" gap={0} wrap="nowrap" align="flex-end">
      <NativeSelect
        {...{ [hasLabel ? 'label' : 'aria-label']: t('links.sort') }}
        data={[
          { value: '', label: t('links.sort.newest') },
          ...sortColumns.map((column) => ({ value: column, label: t(columnLabels[column]) })),
        ]}
        value={sort ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {sort !== null && (
        <IconAction
          size="2.25rem"
          label={t(isRising ? 'links.sort.rising' : 'links.sort.falling')}
          title={undefined}
          onClick={() => onChange({ sort, order: isRising ? 'desc' : 'asc' })}
        >
          <Icon size={18} aria-hidden />
        </IconAction>
      )}
    </Group>
  );
}
