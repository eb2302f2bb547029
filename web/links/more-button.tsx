import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '../language.ts';
import { toStoredCode } from '../short-link.ts';
import type { RowActions } from './link-list-props.ts';
import type { Link } from './links.api.ts';

const RowMenu = lazy(async () => ({ default: (await import('./row-menu.tsx')).RowMenu }));

interface MoreButtonProps extends RowActions {
  readonly link: Link;
}

/** Opens the menu of a row. Menus render slowly, so a row renders its menu at the first press. */
export function MoreButton({ link, ...actions }: MoreButtonProps) {
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const button = (
    <ActionIcon
      className="links-action"
      variant="subtle"
      color="gray"
      aria-label={t('links.actions.of', { code: toStoredCode(link) })}
      title={t('links.more')}
      {...(isOpen === null && {
        'aria-haspopup': 'menu',
        'aria-expanded': false,
        onClick: () => setIsOpen(true),
      })}
    >
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  );
  if (isOpen === null) return button;
  return (
    <Menu opened={isOpen} onChange={setIsOpen} portalProps={{ target: 'main' }}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Suspense>
          <RowMenu link={link} {...actions} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  );
}
