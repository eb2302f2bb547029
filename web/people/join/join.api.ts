import { queryOptions, useMutation } from '@tanstack/react-query';
import type * as contract from '../../../contracts/people/people.ts';
import type { ReplyOf, RequestOf } from '../../../contracts/route.ts';
import { call, endpoint } from '../../api.ts';

const lookAtLink = endpoint<typeof contract.lookAtLink>('POST', '/api/join/look');
const join = endpoint<typeof contract.join>('POST', '/api/join');

export type LinkFacts = ReplyOf<typeof contract.lookAtLink>;

/** What a one-time link is for. */
export function linkQuery(link: string) {
  return queryOptions({
    queryKey: ['one-time-link', link],
    queryFn: () => call(lookAtLink, { link }),
    // A used link is refused: a look after its use would replace the page that says "welcome".
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Infinity,
  });
}

export function useJoin() {
  return useMutation({
    mutationFn: (request: RequestOf<typeof contract.join>) => call(join, request),
  });
}
