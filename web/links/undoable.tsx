import { Button } from '@mantine/core';
import { t } from '../language.ts';

interface UndoableProps {
  readonly text: string;
  readonly onUndo: () => void;
}

/** The content of a toast with an undo button. */
export function Undoable({ text, onUndo }: UndoableProps) {
  return (
    <span className="links-undo">
      {text}
      <Button size="compact-sm" variant="subtle" onClick={onUndo}>
        {t('undo')}
      </Button>
    </span>
  );
}
