import { t } from '../language.ts';

/** A row names this many tags and counts the others. */
const NAMED_MAX = 3;

interface TagListProps {
  readonly tags: readonly string[];
  readonly onTag: (tag: string) => void;
}

/** The tags of a row. A press on one filters the list. */
export function TagList({ tags, onTag }: TagListProps) {
  if (tags.length === 0) return null;
  const more = tags.slice(NAMED_MAX);
  return (
    <ul className="links-tags" aria-label={t('links.tags')}>
      {tags.slice(0, NAMED_MAX).map((tag) => (
        <li key={tag}>
          <button
            type="button"
            className="links-tag"
            title={t('filter.tag.by', { tag })}
            onClick={() => onTag(tag)}
          >
            {tag}
          </button>
        </li>
      ))}
      {more.length > 0 && (
        <li className="links-tag links-tag-more" title={more.join(', ')}>
          <span aria-hidden>+{more.length}</span>
          <span className="visually-hidden">{more.join(', ')}</span>
        </li>
      )}
    </ul>
  );
}
