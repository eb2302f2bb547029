import { Tooltip } from '@mantine/core';
import { IconNote } from '@tabler/icons-react';
import { t } from '../language.ts';

/** Shows the note of a link on hover, focus or press. */
export function NoteMark({ note }: { readonly note: string }) {
  return (
    <Tooltip
      className="links-note-text"
      label={note}
      portalProps={{ target: 'main' }}
      events={{ hover: true, focus: true, touch: true }}
    >
      <button type="button" className="links-help" aria-label={t('links.note', { note })}>
        <IconNote size={16} aria-hidden />
      </button>
    </Tooltip>
  );
}
