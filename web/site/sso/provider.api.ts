import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as contract from '../../../contracts/people/sso.ts';
import type { ReplyOf, RequestOf } from '../../../contracts/route.ts';
import { call, endpoint } from '../../api.ts';

const getSso = endpoint<typeof contract.getSso>('GET', '/api/sso');
const setSso = endpoint<typeof contract.setSso>('POST', '/api/sso/set');
const testSso = endpoint<typeof contract.testSso>('POST', '/api/sso/test');

export type StoredProvider = ReplyOf<typeof contract.getSso>;

export const providerQuery = queryOptions({
  queryKey: ['sso-provider'],
  queryFn: () => call(getSso, {}),
  // A refetch on focus must not change the input.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** Without fields, single sign-on is off. */
export function useSetProvider() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (fields: RequestOf<typeof contract.setSso>) => call(setSso, fields),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: providerQuery.queryKey });
      await queries.invalidateQueries({ queryKey: ['login-ways'] });
    },
  });
}

export function useTestProvider() {
  return useMutation({ mutationFn: (issuer: string) => call(testSso, { issuer }) });
}
