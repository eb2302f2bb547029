import type * as history from '../../contracts/links/history.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useRouter, useParams } from '@tanstack/react-router';
import { splitCode } from '../../contracts/links/domain-code.ts';
import type { getLink, Link, updateLink } from '../../contracts/links/links.ts';
import type { RequestOf } from '../../contracts/route.ts';
import { ApiError, call, endpoint } from '../api.ts';
import { linksKey } from '../links/links.api.ts';
import { toStoredCode } from '../urls/short-link.ts';

const getLinkEndpoint = endpoint<typeof getLink>('POST', '/api/get_url_info');
const updateLinkEndpoint = endpoint<typeof updateLink>('POST', '/api/update_url/{id}');
const getHistory = endpoint<typeof history.getHistory>('GET', '/api/urls/history');
const revertLink = endpoint<typeof history.revertLink>('POST', '/api/urls/revert');

export type Change = history.Change;
type LinkEdit = Omit<RequestOf<typeof updateLink>, 'id'>;

const linkKey = [...linksKey, 'of'];

/** The link with a stored code; null: no such link. */
export function linkQuery(code: string) {
  const { domain, code: ofDomain } = splitCode(code);
  // A code with a slash could look like a host with a path.
  const short_url = domain === '' ? code : ofDomain;
  return queryOptions({
    queryKey: [...linkKey, code],
    queryFn: async (): Promise<Link | null> => {
      try {
        return await call(getLinkEndpoint, { domain, short_url });
      } catch (error) {
        if (error instanceof ApiError && error.code === 404) return null;
        throw error;
      }
    },
    // A rename in another window must not discard the input in this one.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function historyQuery(id: number) {
  return queryOptions({
    queryKey: [...linksKey, 'history', id],
    queryFn: () => call(getHistory, { id }),
  });
}

/** Edits a link. When the code changes, the page follows to the new address. */
export function useLinkEdits() {
  const queries = useQueryClient();
  const router = useRouter();

  const hasCode = (code: string, { id }: Link) =>
    queries.getQueryData(linkQuery(code).queryKey)?.id === id;

  const follow = async (before: Link, after: Link) => {
    queries.setQueriesData<Link | null>({ queryKey: linkKey }, (link) =>
      link?.id === after.id ? after : link,
    );
    const code = toStoredCode(after);
    if (code === toStoredCode(before)) return;
    queries.setQueryData(linkQuery(code).queryKey, after);
    const params = router.state.matches.at(-1)?.params ?? {};
    const isShown = 'code' in params && hasCode(String(params.code), after);
    if (isShown) {
      await router.navigate({ to: '.', params: { code }, search: true, replace: true });
    }
    queries.removeQueries({ queryKey: linkQuery(toStoredCode(before)).queryKey });
  };

  const edit = async (before: Link, asking: Promise<Link>) => {
    try {
      const after = await asking;
      await follow(before, after);
      return after;
    } finally {
      void queries.invalidateQueries({ queryKey: linksKey });
    }
  };

  return {
    save: (link: Link, change: LinkEdit) =>
      edit(link, call(updateLinkEndpoint, { id: link.id, ...change })),
    /** Restores the values from before the edit at `at`. */
    revert: (link: Link, at: number) => edit(link, call(revertLink, { id: link.id, at })),
  };
}

/** Reads the code and the page from the address. */
export function useAddress() {
  return useParams({ from: '/admin/links/$code/{-$page}' });
}
