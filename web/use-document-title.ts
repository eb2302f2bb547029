import { useEffect } from 'react';
import { useSiteInfo } from './site-info.ts';

/** Sets the title of the tab: page and site; on the home page, the site only. */
export function useDocumentTitle(page: string) {
  const { title } = useSiteInfo();
  useEffect(() => {
    document.title = page === '' ? title : `${page} · ${title}`;
  }, [page, title]);
}
