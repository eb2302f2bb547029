import { lazyRouteComponent } from '@tanstack/react-router';
import { addTexts, language, loadRoutingTexts, loadStatsTexts, type TextKey } from '../language.ts';

interface LinkPagePart {
  /** The page's part of the address; undefined: the address of the link itself. */
  readonly page: string | undefined;
  readonly label: TextKey;
  readonly Page: ReturnType<typeof lazyRouteComponent>;
}

const statistics: LinkPagePart = {
  page: undefined,
  label: 'stats.title',
  Page: lazyRouteComponent(() => import('./statistics.page.tsx'), 'LinkStatisticsPage'),
};

/** In the order of the tabs. */
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

/** Loads the files of a page before it opens: its frame never appears empty. */
export async function preloadPage(page: string | undefined) {
  const part = findPage(page) ?? statistics;
  await Promise.all([
    addTexts(language === 'zh' ? import('./locales/zh.ts') : import('./locales/en.ts')),
    loadRoutingTexts(),
    part === statistics ? loadStatsTexts() : null,
    part.Page.preload?.(),
  ]);
}
