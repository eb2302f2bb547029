import { Menu } from '@mantine/core';
import {
  IconDots,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
} from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useAppInfo, useIsLimited } from '../app-info.ts';
import { t } from '../language.ts';
import { IconAction } from '../ui/icon-action.tsx';
import { LateMenu } from '../ui/late-menu.tsx';
import { usePhone } from '../ui/use-phone.ts';
import { isListed, menuPages, morePages, tabPages, type AdminPage } from './pages.ts';

interface SideMenuProps {
  readonly isFolded: boolean;
  readonly onFold: (isFolded: boolean) => void;
}

export function SideMenu({ isFolded, onFold }: SideMenuProps) {
  const { version, may } = useAppInfo().data ?? {};
  const parent = useLocation({ select: ({ pathname }) => findParent(pathname) });
  const isPhone = usePhone();
  const isLimited = useIsLimited();
  const pages = (isPhone ? tabPages : menuPages).filter(
    (page) => !isLimited && isListed(page, may) !== false,
  );
  const FoldIcon = isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <nav className="shell-side" aria-label={t('shell.menu')}>
      <ul className="shell-menu">
        {pages.map((page) => (
          // Keeps its place until the rights are known: nothing jumps.
          <li key={page.name} data-pending={isListed(page, may) === undefined || undefined}>
            <PageLink page={page} isCurrent={page.name === parent} isTab={isPhone} />
          </li>
        ))}
        {isPhone && !isLimited && (
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
        <IconAction
          className="shell-fold"
          size="lg"
          label={t(isFolded ? 'shell.unfold' : 'shell.fold')}
          aria-pressed={isFolded}
          onClick={() => onFold(!isFolded)}
        >
          <FoldIcon size={20} aria-hidden />
        </IconAction>
      </div>
    </nav>
  );
}

interface PageLinkProps {
  readonly page: AdminPage;
  readonly isCurrent: boolean;
  /** A tab has room for a short name. */
  readonly isTab: boolean;
}

function PageLink({ page: { name, label, Icon }, isCurrent, isTab }: PageLinkProps) {
  return (
    <Link
      to="/admin/$name"
      params={{ name }}
      search={{}}
      className="shell-menu-link"
      {...(isCurrent && { 'aria-current': 'true' })}
      activeOptions={{ includeSearch: false }}
      title={t(label)}
    >
      <Icon size={20} aria-hidden />
      <span className="shell-menu-label">
        {t(isTab && name === 'setting' ? 'shell.settings' : label)}
      </span>
    </Link>
  );
}

/** Lists the pages that do not fit into the bar of a phone. */
function MoreTab() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const may = useAppInfo().data?.may;
  const pages = morePages.filter((page) => isListed(page, may) === true);
  const isHere = pages.some(({ name }) => path === `/admin/${name}`);
  return (
    <LateMenu
      position="top-end"
      button={
        <button
          type="button"
          className="shell-menu-link"
          aria-label={t('links.more')}
          {...(isHere && { 'aria-current': 'true' })}
        >
          <IconDots size={20} aria-hidden />
          <span className="shell-menu-label">{t('links.more')}</span>
        </button>
      }
    >
      {pages.map(({ name, label, Icon }) => (
        <Menu.Item
          key={name}
          className="shell-more-item"
          renderRoot={(root) => (
            <Link
              {...root}
              to="/admin/$name"
              params={{ name }}
              search={{}}
              activeOptions={{ includeSearch: false }}
            />
          )}
          leftSection={<Icon size={18} aria-hidden />}
        >
          {t(label)}
        </Menu.Item>
      ))}
    </LateMenu>
  );
}

/** The page of the menu that leads to a page outside of the menu. */
function findParent(path: string): string | null {
  if (path.startsWith('/admin/people/')) return 'people';
  return path.startsWith('/admin/links/') || path === '/admin/many' ? 'list' : null;
}
