import { queryOptions } from '@tanstack/react-query';
import type * as contract from '../../../contracts/people/sessions.ts';
import type { ReplyOf, RequestOf } from '../../../contracts/route.ts';
import { call, endpoint } from '../../api.ts';
import { useChange } from '../../parts/use-change.ts';

const listSessions = endpoint<typeof contract.listSessions>('GET', '/api/sessions');
const endSessions = endpoint<typeof contract.endSessions>('POST', '/api/sessions/end');

export type Session = ReplyOf<typeof contract.listSessions>[number];

/** Of the logins of all accounts. */
export const loginsKey = ['sessions'] as const;

/** The logins of an account; undefined: one's own. */
export function sessionsQuery(account: number | undefined) {
  return queryOptions({
    queryKey: [...loginsKey, account ?? 'own'],
    queryFn: () => call(listSessions, account === undefined ? {} : { account }),
  });
}

export function useEndSessions(account: number | undefined) {
  return useChange(
    (request: RequestOf<typeof contract.endSessions>) =>
      call(endSessions, { ...request, ...(account !== undefined && { account }) }),
    sessionsQuery(account).queryKey,
  );
}
