import { ActionIcon, Menu } from '@mantine/core';
import {
  IconChartBar,
  IconDots,
  IconExternalLink,
  IconPencil,
  IconQrcode,
  IconTrash,
} from '@tabler/icons-react';
import { Link as RouterLink } from '@tanstack/react-router';
import { t } from '../language.ts';
import { toShortLink } from '../short-link.ts';
import type { LinkListProps } from './link-list-props.ts';
import type { Link } from './links.api.ts';
import { toStats } from './stats-link.ts';

interface CardMenuProps extends Pick<LinkListProps, 'onEdit' | 'onQr' | 'onDelete'> {
  readonly link: Link;
}

export function CardMenu({ link, onEdit, onQr, onDelete }: CardMenuProps) {
  const label = t('links.actions.of', { code: link.short_url });
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="2.5rem" aria-label={label}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component="a"
          href={toShortLink(link.short_url)}
          target="_blank"
          rel="noopener"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('links.open.action')}
        </Menu.Item>
        <Menu.Item
          renderRoot={(root) => <RouterLink {...root} {...toStats(link.short_url)} />}
          leftSection={<IconChartBar size={16} aria-hidden />}
        >
          {t('links.stats.action')}
        </Menu.Item>
        <Menu.Item leftSection={<IconQrcode size={16} aria-hidden />} onClick={() => onQr(link)}>
          {t('qr.title')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onEdit(link)}>
          {t('links.edit.action')}
        </Menu.Item>
        <Menu.Item
          className="menu-danger"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onDelete(link)}
        >
          {t('links.delete.action')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
