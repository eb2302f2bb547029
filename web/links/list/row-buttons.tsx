import { Menu, type MenuItemProps } from '@mantine/core';
import {
  IconChartBar,
  IconCopyPlus,
  IconDots,
  IconExternalLink,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconQrcode,
  IconTrash,
  type Icon,
} from '@tabler/icons-react';
import { Link as RouterLink } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../language.ts';
import { toShortLink, toStoredCode } from '../../urls/short-link.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { toStats } from '../stats-link.ts';
import type { RowAction, RowContentProps } from './rows.ts';

/** The buttons at the end of a row: QR code and menu. A phone has only the menu. */
export function RowButtons(props: RowContentProps) {
  const { link, onAct } = props;
  const isPhone = usePhone();
  return (
    <>
      {!isPhone && (
        <IconAction
          className="links-action"
          tabIndex={-1}
          label={t('qr.of', { link: toStoredCode(link) })}
          title={t('qr.title')}
          onClick={() => onAct('qr', link)}
        >
          <IconQrcode size={18} aria-hidden />
        </IconAction>
      )}
      <MoreButton {...props} />
    </>
  );
}

/** Opens the menu of a row. Menus render slowly, so a row renders its menu at the first press. */
function MoreButton(props: RowContentProps) {
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const button = (
    <IconAction
      className="links-action"
      tabIndex={-1}
      label={t('links.actions.of', { code: toStoredCode(props.link) })}
      title={t('links.more')}
      {...(isOpen === null && {
        'aria-haspopup': 'menu',
        'aria-expanded': false,
        onClick: () => setIsOpen(true),
      })}
    >
      <IconDots size={18} aria-hidden />
    </IconAction>
  );
  if (isOpen === null) return button;
  return (
    <Menu opened={isOpen} onChange={setIsOpen} portalProps={{ target: 'main' }}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <RowMenu {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}

function RowMenu({ link, onAct }: RowContentProps) {
  const code = toStoredCode(link);
  const isOff = link.state === 'off';
  const isPhone = usePhone();
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
      {isPhone && <Menu.Item {...toProps(IconQrcode, 'qr')}>{t('qr.title')}</Menu.Item>}
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
