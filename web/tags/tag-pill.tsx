import { IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { t } from '../language.ts';

interface TagPillProps {
  readonly name: string;
  readonly isWrong: boolean;
  readonly onRemove: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** A tag in its field. Its button is reached by the left arrow key, so that Tab passes by. */
export function TagPill({ name, isWrong, onRemove, onKeyDown }: TagPillProps) {
  return (
    <span className="tags-pill" data-wrong={isWrong || undefined}>
      <span className="tags-pill-name">{name}</span>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('tags.remove', { name })}
        onClick={(event) => {
          // A click on the field itself opens its suggestions.
          event.stopPropagation();
          onRemove();
        }}
        onKeyDown={onKeyDown}
      >
        <IconX size={14} aria-hidden />
      </button>
    </span>
  );
}
