import { Checkbox, CheckIcon } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { t } from '../../language.ts';
import { toStoredCode } from '../../urls/short-link.ts';
import type { RowProps } from './rows.ts';

const { classes } = Checkbox;

/** Selects a link; with Shift, all from the previously selected one. It is plain, see RowButtons. */
export function RowCheckbox({ link, isSelected, onToggle }: RowProps) {
  const toggle = ({ nativeEvent }: ChangeEvent) => {
    // Keyboards also change a checkbox by a click event.
    onToggle(link.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
  };
  const id = `select-${link.id}`;
  return (
    <label className="links-pick" htmlFor={id}>
      <span className={`mantine-Checkbox-root links-check ${classes.inner}`}>
        <input
          type="checkbox"
          id={id}
          className={`mantine-Checkbox-input mantine-focus-auto ${classes.input}`}
          tabIndex={-1}
          aria-label={t('links.select', { code: toStoredCode(link) })}
          checked={isSelected}
          onChange={toggle}
        />
        <CheckIcon className={`mantine-Checkbox-icon ${classes.icon}`} />
      </span>
    </label>
  );
}
