import { ActionIcon } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useAppInfo } from '../app-info.ts';
import { t } from '../language.ts';
import { usePhone } from '../ui/use-phone.ts';
import { MoreTab } from './more-tab.tsx';
import { menuPages, tabPages } from './pages.ts';

interface SideMenuProps {
  readonly isFolded: boolean;
  readonly onFold: (isFolded: boolean) => void;
}

export function SideMenu({ isFolded, onFold }: SideMenuProps) {
  const version = useAppInfo().data?.version;
  const parent = useLocation({ select: ({ pathname }) => findParent(pathname) });
  const isPhone = usePhone();
  const pages = isPhone ? tabPages : menuPages;
  const foldLabel = t(isFolded ? 'shell.unfold' : 'shell.fold');
  const FoldIcon = isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <nav className="shell-side" aria-label={t('shell.menu')}>
      <ul className="shell-menu">
        {pages.map(({ name, label, Icon }) => (
          <li key={name}>
            <Link
              to="/admin/$name"
              params={{ name }}
              search={{}}
              className="shell-menu-link"
              {...(name === parent && { 'aria-current': 'true' })}
              activeOptions={{ includeSearch: false }}
              title={t(label)}
            >
              <Icon size={20} aria-hidden />
              <span className="shell-menu-label">
                {t(isPhone && name === 'setting' ? 'shell.settings' : label)}
              </span>
            </Link>
          </li>
        ))}
        {isPhone && (
          <li>
            <MoreTab />
          </li>
        )}
      </ul>
      <div className="shell-side-end">
        {version !== undefined && (
          <span className="shell-version mono" title={t('shell.version', { version })}>
            v{version}
          </span>
        )}
        <ActionIcon
          className="shell-fold"
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={foldLabel}
          title={foldLabel}
          aria-pressed={isFolded}
          onClick={() => onFold(!isFolded)}
        >
          <FoldIcon size={20} aria-hidden />
        </ActionIcon>
      </div>
    </nav>
  );
}

/** The page of the menu that leads to a page outside of the menu. */
function findParent(path: string): string | null {
  if (path.startsWith('/admin/links/')) return 'list';
  return path === '/admin/domains' ? 'setting' : null;
}
