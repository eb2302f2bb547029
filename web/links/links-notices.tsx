import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useFlushTime } from '../app-info.ts';
import { t } from '../language.ts';
import { localValues } from '../storage.ts';
import { usePhone } from '../ui/use-phone.ts';

const STORED = 'links_notices';

/** Hints about the list. The user can dismiss them. */
export function LinksNotices() {
  const isPhone = usePhone();
  const time = useFlushTime();
  const [isAway, setIsAway] = useState(() => localValues.get(STORED) === 'away');
  if (isAway) return null;
  return (
    <aside className="links-notices" aria-label={t('links.notices')}>
      <ul>
        <li>{t(isPhone ? 'links.notice.clicks' : 'links.notice.clicks.hover', { time })}</li>
        <li>{t(isPhone ? 'links.notice.copy' : 'links.notice.copy.keys')}</li>
      </ul>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('links.notices.away')}
        onClick={() => {
          localValues.set(STORED, 'away');
          setIsAway(true);
        }}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </aside>
  );
}
