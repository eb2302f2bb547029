import { useQuery } from '@tanstack/react-query';
import type { checkLogin } from '../contracts/account.ts';
import { call, endpoint } from './api.ts';
import { confirmSession, useIsLogin } from './session.ts';

const checkLoginEndpoint = endpoint<typeof checkLogin>('GET', '/api/user/is_login');

export function useLoginCheck() {
  const isLogin = useIsLogin();
  return useQuery({
    queryKey: ['is-login'],
    queryFn: async () => {
      const answer = await call(checkLoginEndpoint, {});
      confirmSession();
      return answer;
    },
    enabled: isLogin,
    staleTime: Infinity,
  });
}
