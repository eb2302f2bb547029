import { Button } from '@mantine/core';
import { t } from '../language.ts';

interface UndoableProps {
  readonly text: string;
  readonly onUndo: () => void;
}

/** What a toast says that offers to undo what was done. */
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
