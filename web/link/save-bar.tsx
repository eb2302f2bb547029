import { Button } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import type { HistoryField } from '../../contracts/history.ts';
import { t } from '../language.ts';
import { listFields } from './field-names.ts';

interface SaveBarProps {
  readonly changed: readonly HistoryField[];
  readonly isSaving: boolean;
  readonly onDiscard: () => void;
}

/** Says what of a form is not saved yet; it is seen while there is such. */
export function SaveBar({ changed, ...buttons }: SaveBarProps) {
  const isOpen = changed.length > 0;
  return (
    <div className="save-bar" data-open={isOpen || undefined}>
      <output>{isOpen && t('link.changed', { fields: listFields(changed) })}</output>
      {isOpen && <SaveButtons {...buttons} />}
    </div>
  );
}

function SaveButtons({ isSaving, onDiscard }: Omit<SaveBarProps, 'changed'>) {
  const buttons = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const { current } = buttons;
    return () => {
      // The button that was pressed goes away.
      if (current?.contains(document.activeElement)) {
        current.closest('main')?.focus({ preventScroll: true });
      }
    };
  }, []);
  return (
    <span ref={buttons} className="save-bar-buttons">
      <Button variant="subtle" color="gray" onClick={onDiscard}>
        {t('link.discard')}
      </Button>
      {/* Disabled, it would lose the focus. */}
      <Button type="submit" aria-busy={isSaving}>
        {t(isSaving ? 'edit.submitting' : 'edit.submit')}
      </Button>
    </span>
  );
}
