import { Menu } from '@mantine/core';
import { IconDots, IconQrcode } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '../../language.ts';
import { toStoredCode } from '../../urls/short-link.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import type { RowContentProps } from './rows.ts';

const RowMenu = lazy(async () => ({ default: (await import('./row-menu.tsx')).RowMenu }));

/** The buttons at the end of a row: QR code and menu. */
export function RowButtons(props: RowContentProps) {
  const { link, onAct } = props;
  return (
    <>
      <IconAction
        className="links-action"
        label={t('qr.of', { link: toStoredCode(link) })}
        title={t('qr.title')}
        onClick={() => onAct('qr', link)}
      >
        <IconQrcode size={18} aria-hidden />
      </IconAction>
      <MoreButton {...props} />
    </>
  );
}

/** Opens the menu of a row. Menus render slowly, so a row renders its menu at the first press. */
function MoreButton({ link, onAct }: RowContentProps) {
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const button = (
    <IconAction
      className="links-action"
      label={t('links.actions.of', { code: toStoredCode(link) })}
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
        <Suspense>
          <RowMenu link={link} onAct={onAct} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  );
}
