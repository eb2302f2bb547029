import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReplyOf, RequestOf } from '../../../contracts/route.ts';
import type * as contract from '../../../contracts/simulator.ts';
import { call, endpoint } from '../../api.ts';
import { linksKey } from '../../links/links.api.ts';

const tryLink = endpoint<typeof contract.tryLink>('POST', '/api/urls/try');

export type TryRequest = RequestOf<typeof contract.tryLink>;
export type TryReply = ReplyOf<typeof contract.tryLink>;

/** What the visit in the simulator marks among the rules. */
export interface Tried {
  readonly ruleId: string | null;
  readonly isLongUrl: boolean;
}

/** Where a visit leads. An edit of the link asks again. */
export function useTry(request: TryRequest) {
  return useQuery({
    queryKey: [...linksKey, 'try', request],
    queryFn: () => call(tryLink, request),
    placeholderData: keepPreviousData,
  });
}
