import { t } from '../language.ts';

/** How many tags a row names; the others are counted. */
const NAMED_MAX = 3;

export function TagList({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null;
  const more = tags.slice(NAMED_MAX);
  return (
    <ul className="links-tags" aria-label={t('links.tags')}>
      {tags.slice(0, NAMED_MAX).map((tag) => (
        <li key={tag} className="links-tag" title={tag}>
          {tag}
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
