import { queryOptions, useQuery } from '@tanstack/react-query';
import type { checkLogin } from '../contracts/account.ts';
import { call, endpoint } from './api.ts';
import { confirmSession, useIsLogin } from './session.ts';

const checkLoginEndpoint = endpoint<typeof checkLogin>('GET', '/api/user/is_login');

export const loginCheckQuery = queryOptions({
  queryKey: ['is-login'],
  queryFn: async () => {
    const answer = await call(checkLoginEndpoint, {});
    confirmSession();
    return answer;
  },
  staleTime: Infinity,
});

export function useLoginCheck() {
  return useQuery({ ...loginCheckQuery, enabled: useIsLogin() });
}
