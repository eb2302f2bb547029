import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { explainFailure } from '../../failure.ts';
import { locale, t, toCounted } from '../../language.ts';
import { When } from '../../parts/when.tsx';
import { formatExactTime } from '../../ui/text/relative-time.ts';
import { useBulks, type Bulk } from './bulk.api.ts';

interface EarlierBulksProps {
  readonly onUndo: (id: number) => void;
}

/** Lists the bulk edits of the last 24 hours, each with an undo button. Collapsed at first. */
export function EarlierBulks({ onUndo }: EarlierBulksProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="bulk-earlier"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => setOpen(open)}
    >
      <summary>{t('bulk.earlier')}</summary>
      {isOpen && <Bulks onUndo={onUndo} />}
    </details>
  );
}

function Bulks({ onUndo }: EarlierBulksProps) {
  const { data, error } = useBulks();
  if (error !== null) {
    return <p data-tone="bad">{explainFailure(error, 'bulk.earlier.failed')}</p>;
  }
  if (data?.length === 0) return <p className="note">{t('bulk.earlier.none')}</p>;
  return (
    <Stack component="ul" className="bulk-list" gap="0.5rem" mt="0.5rem" fz="xs">
      {data?.map((bulk) => (
        <li key={bulk.bulk_id}>
          <div>
            <p>{describeWhat(bulk)}</p>
            <p className="note">
              {t('bulk.done', toCounted(bulk.changed))} · <When at={bulk.at} />
            </p>
          </div>
          <Button
            flex="none"
            size="compact-sm"
            variant="subtle"
            aria-label={t('bulk.earlier.undo', { what: describeWhat(bulk) })}
            onClick={() => onUndo(bulk.bulk_id)}
          >
            {t('undo')}
          </Button>
        </li>
      ))}
    </Stack>
  );
}

/** Describes a bulk edit: "+shop, −old, “a” → “b”, off". */
function describeWhat({ what }: Bulk): string {
  const { set = {}, add_tags: added = [], remove_tags: removed = [], replace_in_url: put } = what;
  const { expires_at: expiresAt, ttl_days: days, is_active: isActive, ...others } = set;
  const parts = [
    ...added.map((name) => `+${name}`),
    ...removed.map((name) => `−${name}`),
    ...(put === undefined ? [] : [`“${put.find}” → “${put.put}”`]),
  ];
  if (expiresAt === 0 || days === 0) parts.push(t('bulk.what.never'));
  else if (days !== undefined) parts.push(t('bulk.what.days', { count: days }));
  else if (expiresAt !== undefined) {
    parts.push(t('bulk.what.expires', { when: formatExactTime(expiresAt, locale, 'short') }));
  }
  if (isActive !== undefined) parts.push(t(isActive === 1 ? 'bulk.what.on' : 'bulk.what.off'));
  for (const field of Object.keys(others) as (keyof typeof others)[]) {
    parts.push(t(`bulk.field.${field}`));
  }
  return parts.join(', ');
}
