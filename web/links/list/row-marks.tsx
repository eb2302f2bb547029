import { Tooltip } from '@mantine/core';
import { IconArrowsSplit, IconGauge, IconLock, type Icon, IconNote } from '@tabler/icons-react';
import { t, toCounted } from '../../language.ts';
import type { RowContentProps } from './rows.ts';

/** Small marks of a link with a note, rules, a password or a click limit, and its tags. */
export function RowMarks({ link, onTag }: RowContentProps) {
  const { note, rules, max_clicks: max, tags } = link;
  return (
    <>
      {note !== '' && <NoteMark note={note} />}
      {rules.length > 0 && (
        <Mark Picture={IconArrowsSplit} label={t('links.rules', { count: rules.length })} />
      )}
      {link.has_password && <Mark Picture={IconLock} label={t('links.password')} />}
      {max > 0 && <Mark Picture={IconGauge} label={t('links.limit', toCounted(max))} />}
      <TagList tags={tags} onTag={onTag} />
    </>
  );
}

function Mark({ Picture, label }: { readonly Picture: Icon; readonly label: string }) {
  return (
    <span className="links-mark" title={label}>
      <Picture size={16} aria-hidden />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

/** Shows the note of a link on hover, focus or press. */
function NoteMark({ note }: { readonly note: string }) {
  return (
    <Tooltip
      className="links-note-text"
      label={note}
      portalProps={{ target: 'main' }}
      events={{ hover: true, focus: true, touch: true }}
    >
      <button
        type="button"
        tabIndex={-1}
        className="links-help"
        aria-label={t('links.note', { note })}
      >
        <IconNote size={16} aria-hidden />
      </button>
    </Tooltip>
  );
}

/** A row names this many tags and counts the others. */
const NAMED_MAX = 3;

interface TagListProps extends Pick<RowContentProps, 'onTag'> {
  readonly tags: readonly string[];
}

/** The tags of a row. A press on one filters the list. */
function TagList({ tags, onTag }: TagListProps) {
  if (tags.length === 0) return null;
  const more = tags.slice(NAMED_MAX);
  return (
    <ul className="links-tags" aria-label={t('links.tags')}>
      {tags.slice(0, NAMED_MAX).map((tag) => (
        <li key={tag}>
          <button
            type="button"
            tabIndex={-1}
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
