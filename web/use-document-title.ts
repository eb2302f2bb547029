import { useEffect } from 'react';
import { useSiteInfo } from './site-info.ts';

/** Names the page in the tab, beside the site; the home page carries the site's title alone. */
export function useDocumentTitle(page: string) {
  const { title } = useSiteInfo();
  useEffect(() => {
    document.title = page === '' ? title : `${page} · ${title}`;
  }, [page, title]);
}
