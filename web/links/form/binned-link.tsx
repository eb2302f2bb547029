import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { listDeleted } from '../../../contracts/links/bin.ts';
import { LIMIT_MAX } from '../../../contracts/links/links.constants.ts';
import { call, endpoint } from '../../api.ts';
import { t } from '../../language.ts';
import { linksKey } from '../links.api.ts';
import './dialog.css';

const listDeletedEndpoint = endpoint<typeof listDeleted>('GET', '/api/urls/deleted');

interface Wanted {
  readonly long_url: string;
  readonly short_url: string;
  /** '' = the main domain. */
  readonly domain: string;
}

export interface BinnedProps {
  readonly wanted: Wanted;
  readonly isBusy: boolean;
  readonly onRestore: () => void;
}

export function BinnedLink({ wanted, isBusy, onRestore }: BinnedProps) {
  const { long_url, short_url, domain } = wanted;
  const { data: isBinned = false } = useQuery({
    queryKey: [...linksKey, 'binned', long_url, short_url, domain],
    queryFn: () => findBinned(wanted),
  });
  if (!isBinned) return null;
  return (
    <Group component="output" className="restore-offer" gap="0.5rem 0.75rem" mt="0.25rem" fz="sm">
      {t('add.binned')}
      <Button type="button" size="compact-sm" variant="light" disabled={isBusy} onClick={onRestore}>
        {t('add.binned.restore')}
      </Button>
    </Group>
  );
}

async function findBinned({ long_url, short_url, domain }: Wanted): Promise<boolean> {
  // The long URL is in fewer links than the code.
  const fields = { q: long_url, limit: LIMIT_MAX };
  const { urls } = await call(listDeletedEndpoint, fields);
  return urls.some(
    (link) =>
      // Chosen codes are stored in lower case.
      link.short_url === short_url.toLowerCase() &&
      link.domain === domain &&
      URL.parse(link.long_url)?.href === URL.parse(long_url)?.href,
  );
}
