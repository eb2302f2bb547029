import { Button } from '@mantine/core';
import type { HistoryField } from '../../contracts/history.ts';
import { t } from '../language.ts';
import { useHeir } from '../ui/use-heir.ts';
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
  const buttons = useHeir<HTMLSpanElement>('main');
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
