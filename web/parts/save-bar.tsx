import { Button } from '@mantine/core';
import { t } from '../language.ts';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import './save-bar.css';

interface SaveBarProps {
  /** A sentence about the unsaved changes; null: none, and the bar stays hidden. */
  readonly changed: string | null;
  readonly isSaving: boolean;
  readonly onDiscard: () => void;
}

export function SaveBar({ changed, ...buttons }: SaveBarProps) {
  return (
    <div className="save-bar" data-open={changed !== null || undefined}>
      <output>{changed}</output>
      {changed !== null && <SaveButtons {...buttons} />}
    </div>
  );
}

function SaveButtons({ isSaving, onDiscard }: Omit<SaveBarProps, 'changed'>) {
  const buttons = useFocusFallback<HTMLSpanElement>('main');
  return (
    <span ref={buttons} className="save-bar-buttons">
      <Button px="md" variant="subtle" color="gray" onClick={onDiscard}>
        {t('discard.changes')}
      </Button>
      {/* `disabled` would lose the focus. */}
      <Button px="md" type="submit" aria-busy={isSaving}>
        {t(isSaving ? 'saving' : 'save.changes')}
      </Button>
    </span>
  );
}
