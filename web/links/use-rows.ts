import { useCallbackRef } from '@mantine/hooks';
import type { LinkListProps } from './link-list-props.ts';
import { useSparklines } from './links.api.ts';
import { countSelected, isPageSelected, isSelected } from './selection.ts';

/**
 * Prepares the rows for table and cards. The functions for a row are stable: of 200 rows, only the
 * changed ones render again.
 */
export function useRows({ links, selection, sorting, look, ...list }: LinkListProps) {
  const lines = useSparklines(look.shown.includes('line') ? links : []);
  const onToggle = useCallbackRef(list.onToggle);
  const onEdit = useCallbackRef(list.onEdit);
  const onQr = useCallbackRef(list.onQr);
  const onDuplicate = useCallbackRef(list.onDuplicate);
  const onSwitch = useCallbackRef(list.onSwitch);
  const onDelete = useCallbackRef(list.onDelete);
  const onTag = useCallbackRef(list.onTag);
  const page = links.map(({ id }) => id);
  const isAll = isPageSelected(selection, page);
  return {
    rows: links.map((link, index) => ({
      link,
      isFirst: index === 0,
      isSelected: isSelected(selection, link.id),
      sort: sorting.sort,
      onToggle,
      onEdit,
      onQr,
      onDuplicate,
      onSwitch,
      onDelete,
      onTag,
      people: lines?.get(link.id),
    })),
    all: {
      checked: isAll,
      indeterminate: !isAll && countSelected(selection) > 0,
      onChange: list.onTogglePage,
    },
  };
}
