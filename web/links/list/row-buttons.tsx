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
import { useLacks } from '../../app-info.ts';
import { t } from '../../language.ts';
import { LateMenu } from '../../ui/late-menu.tsx';
import { toShortLink, toStoredCode } from '../../urls/short-link.ts';
import { toStats } from '../stats-link.ts';
import type { RowAction, RowContentProps } from './rows.ts';

interface RowButtonsProps extends RowContentProps {
  readonly isPhone?: boolean;
}

/**
 * The buttons at the end of a row: QR code and menu. A phone has only the menu. They are plain: a
 * list has hundreds, and those of Mantine render slowly.
 */
export function RowButtons(props: RowButtonsProps) {
  const { link, onAct, isPhone = false } = props;
  return (
    <>
      {!isPhone && (
        <button
          type="button"
          className="links-action"
          tabIndex={-1}
          aria-label={t('qr.of', { link: toStoredCode(link) })}
          title={t('qr.title')}
          onClick={() => onAct('qr', link)}
        >
          <IconQrcode size={18} aria-hidden />
        </button>
      )}
      <MoreButton {...props} />
    </>
  );
}

function MoreButton(props: RowButtonsProps) {
  return (
    <LateMenu
      withinPortal
      portalProps={{ target: 'main' }}
      button={
        <button
          type="button"
          className="links-action"
          tabIndex={-1}
          aria-label={t('links.actions.of', { code: toStoredCode(props.link) })}
          title={t('links.more')}
        >
          <IconDots size={18} aria-hidden />
        </button>
      }
    >
      <RowMenu {...props} />
    </LateMenu>
  );
}

function RowMenu({ link, onAct, isPhone = false }: RowButtonsProps) {
  const code = toStoredCode(link);
  const isOff = link.state === 'off';
  const isReader = useLacks('links.edit');
  // A site with one account says nothing of it.
  const mayEdit = link.may?.includes('edit') ?? !isReader;
  const mayDelete = link.may?.includes('delete') ?? !isReader;
  const mayCreate = !useLacks('links.create');
  const toProps = (
    Picture: Icon,
    action?: RowAction,
  ): MenuItemProps & { onClick?: () => void } => ({
    leftSection: <Picture size={16} aria-hidden />,
    ...(action !== undefined && { onClick: () => onAct(action, link) }),
  });
  return (
    <>
      {mayEdit && <Menu.Item {...toProps(IconPencil, 'edit')}>{t('links.edit.action')}</Menu.Item>}
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
      {mayCreate && (
        <Menu.Item {...toProps(IconCopyPlus, 'duplicate')}>{t('links.duplicate.action')}</Menu.Item>
      )}
      {mayEdit && (
        <Menu.Item {...toProps(isOff ? IconPlayerPlay : IconPlayerPause, 'switch')}>
          {t(isOff ? 'links.switch.on' : 'links.switch.off')}
        </Menu.Item>
      )}
      {mayDelete && (
        <Menu.Item {...toProps(IconTrash, 'delete')} className="menu-danger">
          {t('links.delete.action')}
        </Menu.Item>
      )}
    </>
  );
}
