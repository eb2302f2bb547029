import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import { locale, t } from '../language.ts';
import { Instant } from '../ui/instant.tsx';
import { CardMenu } from './card-menu.tsx';
import { ClickCount } from './click-count.tsx';
import { CodeButton } from './code-button.tsx';
import { Expiry } from './expiry.tsx';
import type { RowProps } from './link-list-props.ts';
import { rowProps } from './row.ts';
import { Sparkline } from './sparkline.tsx';
import { Target } from './target.tsx';

export const LinkCard = memo(function LinkCard({
  isFirst,
  isSelected,
  onToggle,
  ...content
}: RowProps) {
  const { link } = content;
  return (
    <li className="links-card" {...rowProps(link, isFirst)}>
      <Checkbox
        className="links-card-select"
        aria-label={t('links.select', { code: link.short_url })}
        checked={isSelected}
        onChange={() => onToggle(link.id)}
      />
      <CardContent {...content} />
    </li>
  );
});

/** What of a card stays as it is when the card is selected: nearly all that costs time to draw. */
const CardContent = memo(function CardContent({
  link,
  onEdit,
  onQr,
  onDelete,
  people,
}: Omit<RowProps, 'isFirst' | 'isSelected' | 'onToggle'>) {
  return (
    <>
      <div className="links-card-text">
        <CodeButton code={link.short_url} />
        {link.title !== '' && <p className="links-card-title">{link.title}</p>}
        <Target url={link.long_url} />
        <p className="links-card-facts">
          <span>
            <ClickCount link={link} />
            {people !== undefined && (
              <>
                {' '}
                <Sparkline people={people} />
              </>
            )}
          </span>
          <Instant at={link.created_at} locale={locale} justNow={t('just.now')} />
          {link.expires_at !== 0 && (
            <Expiry link={link} say={(when) => t('links.expires.on', { when })} />
          )}
        </p>
      </div>
      <CardMenu link={link} onEdit={onEdit} onQr={onQr} onDelete={onDelete} />
    </>
  );
});
