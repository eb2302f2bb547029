import i18next from 'i18next';
import { lazyRouteComponent } from '@tanstack/react-router';
import { language, loadLanguage, loadStatsTexts, type TextKey } from '../language.ts';

interface LinkPagePart {
  /** What stands in the address; undefined at the address of the link itself. */
  readonly page: string | undefined;
  readonly label: TextKey;
  readonly Page: ReturnType<typeof lazyRouteComponent>;
}

const statistics: LinkPagePart = {
  page: undefined,
  label: 'link.statistics',
  Page: lazyRouteComponent(() => import('./statistics.page.tsx'), 'LinkStatisticsPage'),
};

/** The pages of a link, in the order of their tabs. */
export const linkPages: readonly LinkPagePart[] = [
  statistics,
  {
    page: 'settings',
    label: 'link.settings',
    Page: lazyRouteComponent(() => import('./settings.page.tsx'), 'LinkSettingsPage'),
  },
  {
    page: 'history',
    label: 'link.history',
    Page: lazyRouteComponent(() => import('./history.page.tsx'), 'LinkHistoryPage'),
  },
];

export function findPage(page: string | undefined): LinkPagePart | undefined {
  return linkPages.find((part) => part.page === page);
}

/** Fetches what a page of a link is made of, so that its frame never stands empty around it. */
export async function preloadPage(page: string | undefined) {
  const part = findPage(page) ?? statistics;
  await Promise.all([
    loadTexts(),
    part === statistics ? loadStatsTexts() : null,
    part.Page.preload?.(),
  ]);
}

async function loadTexts() {
  const texts = language === 'zh' ? import('./locales/zh.ts') : import('./locales/en.ts');
  const [loaded] = await Promise.all([texts, loadLanguage()]);
  i18next.addResourceBundle(language, 'translation', loaded.texts);
}
