import { Checkbox } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { t } from '../language.ts';
import type { Link } from './links.api.ts';

interface RowCheckboxProps {
  readonly link: Link;
  readonly isSelected: boolean;
  readonly onToggle: (id: number, isRange: boolean) => void;
}

/** Selects a link; with Shift, all from the one that was selected before. */
export function RowCheckbox({ link, isSelected, onToggle }: RowCheckboxProps) {
  const toggle = ({ nativeEvent }: ChangeEvent) => {
    // A box changes by a click, by the keyboard too.
    onToggle(link.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
  };
  return (
    <Checkbox
      aria-label={t('links.select', { code: link.short_url })}
      checked={isSelected}
      onChange={toggle}
    />
  );
}
