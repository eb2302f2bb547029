import { useCallbackRef } from '@mantine/hooks';
import type { LinkListProps } from './link-list-props.ts';
import { useLines } from './links.api.ts';
import { isAllSelected, toggleAll, toggleOne } from './selection.ts';

/**
 * What both faces of the list do with their rows. The functions for one row never change, so that
 * of 200 rows only those are drawn again that do.
 */
export function useRows({ links, selected, onSelect, onEdit, onQr, onDelete }: LinkListProps) {
  const lines = useLines(links);
  const onToggle = useCallbackRef((id: number) => onSelect(toggleOne(selected, id)));
  const stableEdit = useCallbackRef(onEdit);
  const stableQr = useCallbackRef(onQr);
  const stableDelete = useCallbackRef(onDelete);
  const isAll = isAllSelected(selected, links);
  return {
    rows: links.map((link, index) => ({
      link,
      isFirst: index === 0,
      isSelected: selected.has(link.id),
      onToggle,
      onEdit: stableEdit,
      onQr: stableQr,
      onDelete: stableDelete,
      people: lines?.get(link.id),
    })),
    all: {
      checked: isAll,
      indeterminate: !isAll && selected.size > 0,
      onChange: () => onSelect(toggleAll(selected, links)),
    },
  };
}
