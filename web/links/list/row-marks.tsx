import { Tooltip } from '@mantine/core';
import { IconArrowsSplit, IconGauge, IconLock, type Icon, IconNote } from '@tabler/icons-react';
import { t, toCounted } from '../../language.ts';
import type { RowContentProps } from './rows.ts';

/** Small marks of a link with a note, rules, a password or a click limit. */
export function RowMarks({ link }: Pick<RowContentProps, 'link'>) {
  const { note, rules, max_clicks: max } = link;
  return (
    <>
      {note !== '' && <NoteMark note={note} />}
      {rules.length > 0 && (
        <Mark Picture={IconArrowsSplit} label={t('links.rules', { count: rules.length })} />
      )}
      {link.has_password && <Mark Picture={IconLock} label={t('links.password')} />}
      {max > 0 && <Mark Picture={IconGauge} label={t('links.limit', toCounted(max))} />}
    </>
  );
}

/** The owner, once there are several accounts. */
export function OwnerName({ link: { owner } }: Pick<RowContentProps, 'link'>) {
  if (owner === undefined) return null;
  return (
    <span className="links-owner note" title={t('links.owner')}>
      {owner?.username ?? t('links.owner.none')}
    </span>
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

/** The tags of a row. A press on one filters the list. */
export function TagList({ link: { tags }, onTag }: Pick<RowContentProps, 'link' | 'onTag'>) {
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
