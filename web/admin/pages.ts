import {
  IconChartBar,
  IconDatabaseImport,
  IconInfoCircle,
  IconKey,
  IconLink,
  IconSettings,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { language, type Language, type TextKey } from '../language.ts';

interface AdminPage {
  readonly name: string;
  readonly label: TextKey;
  readonly Icon: TablerIcon;
  /** Without it, the page has routes of its own. */
  readonly Page?: ReturnType<typeof lazyRouteComponent>;
  /** The language in which the menu names it; without it, in every one. */
  readonly menuLanguage?: Language;
  /** Whether only other pages lead to it. */
  readonly isOffMenu?: boolean;
}

const list: AdminPage = {
  name: 'list',
  label: 'links.title',
  Icon: IconLink,
  Page: lazyRouteComponent(() => import('../links/links.page.tsx'), 'LinksPage'),
};

const bin: AdminPage = {
  name: 'bin',
  label: 'bin.title',
  Icon: IconTrash,
  Page: lazyRouteComponent(() => import('../links/bin/bin.page.tsx'), 'BinPage'),
  isOffMenu: true,
};

/** The pages of the admin area, in the order of the menu; the first stands in for unknown names. */
export const adminPages: readonly [AdminPage, ...AdminPage[]] = [
  list,
  bin,
  { name: 'stats', label: 'stats.title', Icon: IconChartBar },
  {
    name: 'migration',
    label: 'migration.title',
    Icon: IconDatabaseImport,
    Page: lazyRouteComponent(() => import('../import/migration.page.tsx'), 'MigrationPage'),
  },
  {
    name: 'setting',
    label: 'settings.title',
    Icon: IconSettings,
    Page: lazyRouteComponent(() => import('../site/settings.page.tsx'), 'SettingsPage'),
  },
  {
    name: 'token',
    label: 'token.title',
    Icon: IconKey,
    Page: lazyRouteComponent(() => import('../account/token.page.tsx'), 'TokenPage'),
  },
  {
    name: 'about',
    label: 'about.title',
    Icon: IconInfoCircle,
    Page: lazyRouteComponent(() => import('../site/about.page.tsx'), 'AboutPage'),
    menuLanguage: 'zh',
  },
];

/** The pages that the menu names. */
export const menuPages = adminPages.filter(
  ({ menuLanguage = language, isOffMenu = false }) => !isOffMenu && menuLanguage === language,
);

/** What the bar of a phone has room for; the other pages stand under "More". */
const tabNames: ReadonlySet<string> = new Set(['list', 'stats', 'bin', 'setting']);
export const tabPages = adminPages.filter(({ name }) => tabNames.has(name));
export const morePages = menuPages.filter(({ name }) => !tabNames.has(name));

export function findPage(name: string): AdminPage | undefined {
  return adminPages.find((page) => page.name === name);
}

/** Fetches what a page is made of, so that its frame never stands empty around it. */
export async function preloadPage(name: string) {
  await findPage(name)?.Page?.preload?.();
}
