import { Checkbox } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { t } from '../../language.ts';
import { toStoredCode } from '../../urls/short-link.ts';
import type { RowProps } from './rows.ts';

/** Selects a link; with Shift, all from the previously selected one. */
export function RowCheckbox({ link, isSelected, onToggle }: RowProps) {
  const toggle = ({ nativeEvent }: ChangeEvent) => {
    // Keyboards also change a checkbox by a click event.
    onToggle(link.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
  };
  const id = `select-${link.id}`;
  return (
    <label className="links-pick" htmlFor={id}>
      <Checkbox
        id={id}
        tabIndex={-1}
        aria-label={t('links.select', { code: toStoredCode(link) })}
        checked={isSelected}
        onChange={toggle}
      />
    </label>
  );
}
