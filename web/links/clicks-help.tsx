import { Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useFlushTime } from '../app-info.ts';
import { t } from '../language.ts';

/** Explains, on press or hover, why the count of clicks is late. */
export function ClicksHelp() {
  const about = t('links.clicks.about', { time: useFlushTime() });
  return (
    <Tooltip
      label={about}
      portalProps={{ target: 'main' }}
      events={{ hover: true, focus: true, touch: true }}
    >
      <button type="button" className="links-help" aria-label={about}>
        <IconInfoCircle size={15} aria-hidden />
      </button>
    </Tooltip>
  );
}
