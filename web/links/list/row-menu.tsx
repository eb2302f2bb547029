import { Menu, type MenuItemProps } from '@mantine/core';
import {
  IconChartBar,
  IconCopyPlus,
  IconExternalLink,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
  type Icon,
} from '@tabler/icons-react';
import { Link as RouterLink } from '@tanstack/react-router';
import { t } from '../../language.ts';
import { toShortLink, toStoredCode } from '../../urls/short-link.ts';
import { toStats } from '../stats-link.ts';
import type { RowAction, RowContentProps } from './rows.ts';

export function RowMenu({ link, onAct }: Pick<RowContentProps, 'link' | 'onAct'>) {
  const code = toStoredCode(link);
  const isOff = link.state === 'off';
  const toProps = (
    Picture: Icon,
    action?: RowAction,
  ): MenuItemProps & { onClick?: () => void } => ({
    leftSection: <Picture size={16} aria-hidden />,
    ...(action !== undefined && { onClick: () => onAct(action, link) }),
  });
  return (
    <>
      <Menu.Item {...toProps(IconPencil, 'edit')}>{t('links.edit.action')}</Menu.Item>
      <Menu.Item
        {...toProps(IconChartBar)}
        renderRoot={(root) => <RouterLink {...root} {...toStats(code)} />}
      >
        {t('links.stats.action')}
      </Menu.Item>
      <Menu.Item
        {...toProps(IconExternalLink)}
        component="a"
        href={toShortLink(code)}
        target="_blank"
        rel="noopener"
      >
        {t('links.open.action')}
      </Menu.Item>
      <Menu.Item {...toProps(IconCopyPlus, 'duplicate')}>{t('links.duplicate.action')}</Menu.Item>
      <Menu.Item {...toProps(isOff ? IconPlayerPlay : IconPlayerPause, 'switch')}>
        {t(isOff ? 'links.switch.on' : 'links.switch.off')}
      </Menu.Item>
      <Menu.Item {...toProps(IconTrash, 'delete')} className="menu-danger">
        {t('links.delete.action')}
      </Menu.Item>
    </>
  );
}
