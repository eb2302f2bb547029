import { Stack, Text } from '@mantine/core';
import { t } from '../language.ts';
import { toReadableUrl } from '../ui/readable-url.ts';
import type { Link } from './links.api.ts';

const NAMED_MAX = 5;

/** Names the links that are about to be deleted. */
export function DoomedLinks({ links }: { readonly links: readonly Link[] }) {
  const more = links.length - NAMED_MAX;
  return (
    <Stack gap="sm">
      <ul className="links-named">
        {links.slice(0, NAMED_MAX).map((link) => (
          <li key={link.id}>
            <span className="mono">{link.short_url}</span>
            <span className="links-named-target">{link.title || toReadableUrl(link.long_url)}</span>
          </li>
        ))}
        {more > 0 && <li className="muted">{t('delete.more', { count: more })}</li>}
      </ul>
      <Text>{t('delete.warning')}</Text>
    </Stack>
  );
}
