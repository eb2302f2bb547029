import { IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { t } from '../language.ts';

interface TagPillProps {
  readonly name: string;
  readonly isWrong: boolean;
  readonly onRemove: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** A tag in its field. The left arrow key reaches its button; Tab skips it. */
export function TagPill({ name, isWrong, onRemove, onKeyDown }: TagPillProps) {
  return (
    <span className="tags-pill" data-wrong={isWrong || undefined}>
      <span className="tags-pill-name">{name}</span>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('tags.remove', { name })}
        onClick={(event) => {
          // The click must not reach the field, which would open its suggestions.
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
