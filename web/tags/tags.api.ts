import { useQuery } from '@tanstack/react-query';
import type * as contract from '../../contracts/tags.ts';
import { call, endpoint } from '../api.ts';

const listTags = endpoint<typeof contract.listTags>('GET', '/api/tags');

/** All tags of the site; none before they come, and when they do not come. */
export function useTags(): readonly contract.Tag[] {
  // Each edit of a link can make tags: they are read again wherever they are offered.
  const { data } = useQuery({
    queryKey: ['tags'],
    queryFn: () => call(listTags, {}),
    staleTime: 0,
  });
  return data ?? [];
}
