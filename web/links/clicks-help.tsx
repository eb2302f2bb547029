import { Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { t } from '../language.ts';

/** Explains, on press or hover, why the count of clicks is late. */
export function ClicksHelp() {
  return (
    <Tooltip
      label={t('links.clicks.about')}
      portalProps={{ target: 'main' }}
      events={{ hover: true, focus: true, touch: true }}
    >
      <button type="button" className="links-help" aria-label={t('links.clicks.about')}>
        <IconInfoCircle size={15} aria-hidden />
      </button>
    </Tooltip>
  );
}
