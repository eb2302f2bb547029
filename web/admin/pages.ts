import { IconLink, type TablerIcon } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { TextKey } from '../language.ts';

interface AdminPage {
  readonly name: string;
  readonly label: TextKey;
  readonly Icon: TablerIcon;
  readonly Page: ReturnType<typeof lazyRouteComponent>;
}

const list: AdminPage = {
  name: 'list',
  label: 'links.title',
  Icon: IconLink,
  Page: lazyRouteComponent(() => import('../links/links.page.tsx'), 'LinksPage'),
};

/** The pages of the admin area, in the order of the menu; the first stands in for unknown names. */
export const adminPages: readonly [AdminPage, ...AdminPage[]] = [list];

export function findPage(name: string): AdminPage | undefined {
  return adminPages.find((page) => page.name === name);
}

/** Fetches what a page is made of, so that the frame never stands empty around it. */
export async function preloadPage(name: string) {
  await findPage(name)?.Page.preload?.();
}
