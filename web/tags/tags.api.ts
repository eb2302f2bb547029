import { useQuery } from '@tanstack/react-query';
import type * as contract from '../../contracts/links/tags.ts';
import { call, endpoint } from '../api.ts';

const listTags = endpoint<typeof contract.listTags>('GET', '/api/tags');

/** All tags of the site. Empty while they load and when they fail to load. */
export function useTags(): readonly contract.Tag[] {
  // Each edit of a link can create tags, so each mount refetches them.
  const { data } = useQuery({
    queryKey: ['tags'],
    queryFn: () => call(listTags, {}),
    staleTime: 0,
  });
  return data ?? [];
}
