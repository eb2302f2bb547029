import { queryOptions, useQuery } from '@tanstack/react-query';
import type { getInitState, getSiteInfo, SiteInfo } from '../contracts/site.ts';
import { ApiError, call, endpoint } from './api.ts';
import { projectName } from './project.ts';

const getInitStateEndpoint = endpoint<typeof getInitState>('GET', '/api/get/siteinfo');
const getSiteInfoEndpoint = endpoint<typeof getSiteInfo>('GET', '/api/option/get_site_info');

export const initStateQuery = queryOptions({
  queryKey: ['init-state'],
  queryFn: () => call(getInitStateEndpoint, {}),
  staleTime: Infinity,
});

/** Stands in until the answer arrives. The server writes the title into the page. */
const unnamed: Pick<SiteInfo, 'title'> = { title: document.title || projectName };

export const siteInfoQuery = queryOptions({
  queryKey: ['site-info'],
  queryFn: async () => {
    try {
      return await call(getSiteInfoEndpoint, {});
    } catch (error) {
      if (error instanceof ApiError && error.code === 404) return unnamed;
      throw error;
    }
  },
  staleTime: 5 * 60_000,
});

export function useSiteInfo() {
  return useQuery(siteInfoQuery).data ?? unnamed;
}
