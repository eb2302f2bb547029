import { Button } from '@mantine/core';
import { useFocusFallback } from './use-focus-fallback.ts';
import './save-bar.css';

interface SaveBarProps {
  /** What of the form is not saved yet, as a sentence; null: all is, and the bar is not seen. */
  readonly changed: string | null;
  readonly isSaving: boolean;
  readonly onDiscard: () => void;
  readonly texts: { readonly discard: string; readonly save: string; readonly saving: string };
}

/** Tells what of a form is not saved yet, and saves it. */
export function SaveBar({ changed, ...buttons }: SaveBarProps) {
  return (
    <div className="save-bar" data-open={changed !== null || undefined}>
      <output>{changed}</output>
      {changed !== null && <SaveButtons {...buttons} />}
    </div>
  );
}

function SaveButtons({ isSaving, onDiscard, texts }: Omit<SaveBarProps, 'changed'>) {
  const buttons = useFocusFallback<HTMLSpanElement>('main');
  return (
    <span ref={buttons} className="save-bar-buttons">
      <Button variant="subtle" color="gray" onClick={onDiscard}>
        {texts.discard}
      </Button>
      {/* Disabled, it would lose the focus. */}
      <Button type="submit" aria-busy={isSaving}>
        {isSaving ? texts.saving : texts.save}
      </Button>
    </span>
  );
}
