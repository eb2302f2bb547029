import { ActionIcon, Checkbox } from '@mantine/core';
import {
  IconChartBar,
  IconExternalLink,
  IconPencil,
  IconQrcode,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { locale, t } from '../language.ts';
import { toShortLink } from '../short-link.ts';
import { Instant } from '../ui/instant.tsx';
import { ClickCount } from './click-count.tsx';
import { CodeButton } from './code-button.tsx';
import { Expiry } from './expiry.tsx';
import type { RowProps } from './link-list-props.ts';
import { rowProps } from './row.ts';
import { Sparkline } from './sparkline.tsx';
import { toStats } from './stats-link.ts';
import { Target } from './target.tsx';

export const LinkRow = memo(function LinkRow({
  isFirst,
  isSelected,
  onToggle,
  ...cells
}: RowProps) {
  const { link } = cells;
  return (
    <tr {...rowProps(link, isFirst)} data-selected={isSelected || undefined}>
      <td className="links-cell-select">
        <Checkbox
          aria-label={t('links.select', { code: link.short_url })}
          checked={isSelected}
          onChange={() => onToggle(link.id)}
        />
      </td>
      <LinkCells {...cells} />
    </tr>
  );
});

/** What of a row stays as it is when the row is selected: nearly all that costs time to draw. */
const LinkCells = memo(function LinkCells({
  link,
  onEdit,
  onQr,
  onDelete,
  people,
}: Omit<RowProps, 'isFirst' | 'isSelected' | 'onToggle'>) {
  const { short_url: code, title } = link;
  const instant = { locale, justNow: t('just.now'), isNarrow: true };
  return (
    <>
      <td className="links-cell-code">
        <CodeButton code={code} />
      </td>
      <td>
        <Target url={link.long_url} />
      </td>
      <td className="links-cell-title" title={title}>
        {title}
      </td>
      <td className="links-cell-clicks mono">
        <ClickCount link={link} isNarrow />
        {people !== undefined && (
          <>
            {' '}
            <Sparkline people={people} />
          </>
        )}
      </td>
      <td className="links-cell-created">
        <Instant {...instant} at={link.created_at} />
      </td>
      <td className="links-cell-updated">
        <Instant {...instant} at={link.updated_at} />
      </td>
      <td className="links-cell-expires">
        <Expiry link={link} isNarrow />
      </td>
      <td className="links-cell-actions">
        <span className="links-actions">
          <ActionIcon
            component="a"
            href={toShortLink(code)}
            target="_blank"
            rel="noopener"
            variant="subtle"
            color="gray"
            aria-label={t('links.open', { code })}
            title={t('links.open.action')}
          >
            <IconExternalLink size={17} aria-hidden />
          </ActionIcon>
          <ActionIcon
            renderRoot={(root) => <Link {...root} {...toStats(code)} />}
            variant="subtle"
            color="gray"
            aria-label={t('links.stats', { code })}
            title={t('links.stats.action')}
          >
            <IconChartBar size={17} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('links.edit', { code })}
            title={t('links.edit.action')}
            onClick={() => onEdit(link)}
          >
            <IconPencil size={17} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t('links.delete', { code })}
            title={t('links.delete.action')}
            onClick={() => onDelete(link)}
          >
            <IconTrash size={17} aria-hidden />
          </ActionIcon>
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('qr.of', { link: code })}
          title={t('qr.title')}
          onClick={() => onQr(link)}
        >
          <IconQrcode size={17} aria-hidden />
        </ActionIcon>
      </td>
    </>
  );
});
