import { Stack, Text } from '@mantine/core';
import { t, toCounted } from '../../language.ts';
import { toLinkName, toReadableUrl } from '../../ui/text/readable-url.ts';
import type { Link } from '../links.api.ts';

const NAMED_MAX = 5;

interface DeletionListProps {
  readonly links: readonly Link[];
  /** The number of links, including those that are not in `links`. */
  readonly count?: number;
  /** Says what happens to the links. */
  readonly warning: string;
}

/** Lists the links to delete in the confirmation. */
export function DeletionList({ links, count = links.length, warning }: DeletionListProps) {
  const more = count - Math.min(links.length, NAMED_MAX);
  return (
    <Stack gap="sm">
      <ul className="links-named">
        {links.slice(0, NAMED_MAX).map((link) => (
          <li key={link.id}>
            <span className="mono cut">{toLinkName(link)}</span>
            <span className="cut muted">{link.title || toReadableUrl(link.long_url)}</span>
          </li>
        ))}
        {more > 0 && <li className="muted">{t('delete.more', toCounted(more))}</li>}
      </ul>
      <Text>{warning}</Text>
    </Stack>
  );
}
