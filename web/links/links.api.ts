import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type * as contract from '../../contracts/links.ts';
import type { ReplyOf, RequestOf } from '../../contracts/route.ts';
import { call, endpoint } from '../api.ts';

const createLink = endpoint<typeof contract.createLink>('POST', '/api/shorten_url');
const listLinks = endpoint<typeof contract.listLinks>('GET', '/api/urls');
const deleteLink = endpoint<typeof contract.deleteLink>('POST', '/api/delete/url');
const deleteLinks = endpoint<typeof contract.deleteLinks>('POST', '/api/delete/urls');
const fetchMetadata = endpoint<typeof contract.fetchUrlMetadata>('POST', '/api/get_url_metadata');

export type Link = contract.Link;
export type CreatedLink = ReplyOf<typeof contract.createLink>;
export type NewLink = RequestOf<typeof contract.createLink>;
export type LinkPage = ReplyOf<typeof contract.listLinks>;

export const pageSizes: typeof contract.pageSizes = [10, 100, 200];
export const titleMax: typeof contract.TITLE_MAX = 256;
export const ttlDaysMax: typeof contract.TTL_DAYS_MAX = 36_500;

const linksKey = ['links'];

export function useLinks(page: number, limit: number) {
  return useQuery({
    queryKey: [...linksKey, page, limit],
    queryFn: () => call(listLinks, { page, limit }),
    placeholderData: keepPreviousData,
  });
}

export function useCreateLink() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (link: NewLink) => call(createLink, link),
    onSuccess: () => queries.invalidateQueries({ queryKey: linksKey }),
  });
}

export function useDeleteLinks() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (links: readonly Link[]) => {
      const [first] = links;
      if (links.length === 1 && first !== undefined) {
        await call(deleteLink, { short_url: first.short_url });
        return 1;
      }
      return call(deleteLinks, { ids: links.map(({ id }) => id) });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: linksKey }),
  });
}

/** Reads the title of a page; a page that cannot be read has none. */
export async function fetchTitle(url: string): Promise<string> {
  try {
    return (await call(fetchMetadata, { url })).title;
  } catch {
    return '';
  }
}
