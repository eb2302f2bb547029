import { Button, Checkbox } from '@mantine/core';
import { locale, t } from '../../language.ts';
import { toLinkName } from '../../ui/readable-url.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { Instant } from '../../ui/instant.tsx';
import { Target } from '../target.tsx';
import type { DeletedLink } from './bin.api.ts';

const DAY_SECONDS = 24 * 3600;

interface BinItemProps {
  readonly link: DeletedLink;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
  readonly onRestore: () => void;
  readonly onPurge: () => void;
}

export function BinItem({ link, isSelected, onToggle, onRestore, onPurge }: BinItemProps) {
  const { clicks, restorable_until: until } = link;
  const code = toLinkName(link);
  return (
    <li className="bin-item" data-selected={isSelected || undefined}>
      <Checkbox aria-label={t('links.select', { code })} checked={isSelected} onChange={onToggle} />
      <div className="bin-text">
        <p className="bin-code mono">{code}</p>
        {link.title !== '' && <p className="bin-title">{link.title}</p>}
        <Target url={link.long_url} />
      </div>
      <p className="bin-facts">
        <span>
          {t('links.clicks.shown', { count: clicks, shown: formatNumber(clicks, locale) })}
        </span>
        <Instant
          at={link.deleted_at}
          locale={locale}
          justNow={t('just.now')}
          format={(when) => t('bin.deleted', { when })}
        />
        <span>{t('bin.left', { count: daysUntil(until) })}</span>
      </p>
      <div className="bin-actions">
        <Button
          size="xs"
          variant="default"
          aria-label={t('bin.restore.one', { code })}
          onClick={onRestore}
        >
          {t('bin.restore')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          aria-label={t('bin.purge.one', { code })}
          onClick={onPurge}
        >
          {t('bin.purge')}
        </Button>
      </div>
    </li>
  );
}

/** Days until an instant (Unix seconds), rounded up. */
function daysUntil(instant: number): number {
  return Math.max(0, Math.ceil((instant - Date.now() / 1000) / DAY_SECONDS));
}
