import {
  IconChartBar,
  IconDatabaseImport,
  IconInfoCircle,
  IconKey,
  IconLink,
  IconPlaylistAdd,
  IconSettings,
  IconHistory,
  IconTags,
  IconUser,
  IconUsers,
  IconArchive,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Right } from '../../contracts/access.constants.ts';
import {
  addTexts,
  language,
  loadPeopleTexts,
  loadSsoTexts,
  type Language,
  type TextKey,
} from '../language.ts';

export interface AdminPage {
  readonly name: string;
  readonly label: TextKey;
  readonly Icon: TablerIcon;
  /** Undefined: the page has routes of its own. */
  readonly Page?: ReturnType<typeof lazyRouteComponent>;
  /** The menu shows the page in this language only. Undefined: in every language. */
  readonly menuLanguage?: Language;
  /** True: the menu leaves it out; other pages link to it. */
  readonly isOffMenu?: boolean;
  /** Without this right, the page is neither listed nor shown. */
  readonly needs?: Right;
  /** Without this right, other pages link to it. */
  readonly menuNeeds?: Right;
}

function loadAccountTexts() {
  return language === 'zh'
    ? import('../account/locales/zh.ts')
    : import('../account/locales/en.ts');
}

function loadSiteTexts() {
  return language === 'zh' ? import('../site/locales/zh.ts') : import('../site/locales/en.ts');
}

function loadImportTexts() {
  return language === 'zh'
    ? [
        import('../import/locales/zh.ts'),
        import('../import/jobs/locales/zh.ts'),
        import('../import/jobs/locales/sources-zh.ts'),
      ]
    : [
        import('../import/locales/en.ts'),
        import('../import/jobs/locales/en.ts'),
        import('../import/jobs/locales/sources-en.ts'),
      ];
}

/** Loads the texts of a room with its page: the other pages do without them. */
async function withTexts<Page>(
  page: Promise<Page>,
  ...texts: readonly Promise<{ readonly texts: object }>[]
) {
  const [loaded] = await Promise.all([page, ...texts.map(addTexts)]);
  return loaded;
}

/** The pages of the admin area, in the order of the menu. The first also serves unknown names. */
export const adminPages: readonly [AdminPage, ...AdminPage[]] = [
  {
    name: 'list',
    label: 'links.title',
    Icon: IconLink,
    Page: lazyRouteComponent(() => import('../links/links.page.tsx'), 'LinksPage'),
  },
  {
    name: 'tags',
    label: 'links.tags',
    Icon: IconTags,
    Page: lazyRouteComponent(
      () =>
        withTexts(
          import('../tags/tags.page.tsx'),
          language === 'zh' ? import('../tags/locales/zh.ts') : import('../tags/locales/en.ts'),
        ),
      'TagsPage',
    ),
  },
  {
    name: 'many',
    label: 'many.title',
    Icon: IconPlaylistAdd,
    Page: lazyRouteComponent(
      () =>
        withTexts(
          import('../links/many/many.page.tsx'),
          language === 'zh'
            ? import('../links/many/locales/zh.ts')
            : import('../links/many/locales/en.ts'),
        ),
      'ManyPage',
    ),
    isOffMenu: true,
    needs: 'links.create',
  },
  {
    name: 'bin',
    label: 'bin.title',
    Icon: IconArchive,
    Page: lazyRouteComponent(() => import('../links/bin/bin.page.tsx'), 'BinPage'),
    needs: 'links.edit',
  },
  { name: 'stats', label: 'stats.title', Icon: IconChartBar },
  {
    name: 'migration',
    label: 'migration.title',
    Icon: IconDatabaseImport,
    Page: lazyRouteComponent(
      () => withTexts(import('../import/migration.page.tsx'), ...loadImportTexts()),
      'MigrationPage',
    ),
  },
  {
    name: 'setting',
    label: 'settings.title',
    Icon: IconSettings,
    Page: lazyRouteComponent(
      () => withTexts(import('../site/settings/settings.page.tsx'), loadSiteTexts()),
      'SettingsPage',
    ),
    needs: 'settings',
  },
  {
    name: 'sso',
    label: 'settings.sso.page',
    Icon: IconKey,
    Page: lazyRouteComponent(
      () => withTexts(import('../site/sso/sso.page.tsx'), loadSiteTexts()),
      'SsoPage',
    ),
    isOffMenu: true,
    needs: 'sign-in',
  },
  {
    name: 'domains',
    label: 'domains.title',
    Icon: IconWorld,
    Page: lazyRouteComponent(
      () =>
        withTexts(
          import('../domains/domains.page.tsx'),
          language === 'zh'
            ? import('../domains/locales/zh.ts')
            : import('../domains/locales/en.ts'),
        ),
      'DomainsPage',
    ),
    needs: 'domains',
  },
  {
    name: 'people',
    label: 'people.title',
    Icon: IconUsers,
    Page: lazyRouteComponent(async () => {
      await loadPeopleTexts();
      return withTexts(import('../people/people.page.tsx'), loadAccountTexts());
    }, 'PeoplePage'),
    needs: 'accounts',
  },
  {
    name: 'audit',
    label: 'audit.title',
    Icon: IconHistory,
    Page: lazyRouteComponent(async () => {
      await loadPeopleTexts();
      return withTexts(
        import('../audit/audit.page.tsx'),
        language === 'zh' ? import('../audit/locales/zh.ts') : import('../audit/locales/en.ts'),
      );
    }, 'AuditPage'),
    menuNeeds: 'audit',
  },
  {
    name: 'token',
    label: 'token.title',
    Icon: IconKey,
    Page: lazyRouteComponent(
      () => withTexts(import('../account/token/token.page.tsx'), loadAccountTexts()),
      'TokenPage',
    ),
  },
  {
    name: 'account',
    label: 'account.title',
    Icon: IconUser,
    Page: lazyRouteComponent(async () => {
      await loadSsoTexts();
      return withTexts(import('../account/account.page.tsx'), loadAccountTexts());
    }, 'AccountPage'),
    isOffMenu: true,
  },
  {
    name: 'about',
    label: 'about.title',
    Icon: IconInfoCircle,
    Page: lazyRouteComponent(
      () => withTexts(import('../site/about.page.tsx'), loadSiteTexts()),
      'AboutPage',
    ),
    menuLanguage: 'zh',
  },
];

export const palettePages = adminPages.filter(
  ({ menuLanguage = language }) => menuLanguage === language,
);
export const menuPages = palettePages.filter(({ isOffMenu = false }) => !isOffMenu);

/** The tabs in the bar of a phone. "More" lists the other pages. */
const tabNames: ReadonlySet<string> = new Set(['list', 'stats', 'bin', 'setting']);
export const tabPages = adminPages.filter(({ name }) => tabNames.has(name));
export const morePages = menuPages.filter(({ name }) => !tabNames.has(name));

/** One account of *People*. */
export const PersonPage = lazyRouteComponent(
  () => import('../people/person/person.page.tsx'),
  'PersonPage',
);

/** In place of every page, for a login that must set up a second factor. */
export const FactorSetUp = lazyRouteComponent(
  () => withTexts(import('../account/factors/factor-set-up.tsx'), loadAccountTexts()),
  'FactorSetUp',
);

/** Whether the lists of pages have a page. Undefined: not known before the rights are. */
export function isListed(
  { needs, menuNeeds = needs }: AdminPage,
  may: readonly Right[] | undefined,
): boolean | undefined {
  return menuNeeds === undefined || may?.includes(menuNeeds);
}

export function findPage(name: string): AdminPage | undefined {
  return adminPages.find((page) => page.name === name);
}

/** Loads the files of a page before it opens: its frame never appears empty. */
export async function preloadPage(name: string) {
  await findPage(name)?.Page?.preload?.();
}
