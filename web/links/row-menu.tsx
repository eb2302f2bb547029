import { Menu } from '@mantine/core';
import {
  IconChartBar,
  IconCopyPlus,
  IconExternalLink,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { Link as RouterLink } from '@tanstack/react-router';
import { t } from '../language.ts';
import { toShortLink, toStoredCode } from '../short-link.ts';
import type { RowActions } from './link-list-props.ts';
import type { Link } from './links.api.ts';
import { toStats } from './stats-link.ts';

interface RowMenuProps extends RowActions {
  readonly link: Link;
}

export function RowMenu({ link, onEdit, onDuplicate, onSwitch, onDelete }: RowMenuProps) {
  const code = toStoredCode(link);
  const isOff = link.state === 'off';
  const SwitchIcon = isOff ? IconPlayerPlay : IconPlayerPause;
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onEdit(link)}>
        {t('links.edit.action')}
      </Menu.Item>
      <Menu.Item
        renderRoot={(root) => <RouterLink {...root} {...toStats(code)} />}
        leftSection={<IconChartBar size={16} aria-hidden />}
      >
        {t('links.stats.action')}
      </Menu.Item>
      <Menu.Item
        component="a"
        href={toShortLink(code)}
        target="_blank"
        rel="noopener"
        leftSection={<IconExternalLink size={16} aria-hidden />}
      >
        {t('links.open.action')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCopyPlus size={16} aria-hidden />}
        onClick={() => onDuplicate(link)}
      >
        {t('links.duplicate.action')}
      </Menu.Item>
      <Menu.Item leftSection={<SwitchIcon size={16} aria-hidden />} onClick={() => onSwitch(link)}>
        {t(isOff ? 'links.switch.on' : 'links.switch.off')}
      </Menu.Item>
      <Menu.Item
        className="menu-danger"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => onDelete(link)}
      >
        {t('links.delete.action')}
      </Menu.Item>
    </>
  );
}
