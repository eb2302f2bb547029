import { useMutation, useQueryClient } from '@tanstack/react-query';
import type * as contract from '../../contracts/account.ts';
import type { RequestOf } from '../../contracts/route.ts';
import { ApiError, call, endpoint } from '../api.ts';
import { startSession } from '../session.ts';
import { initStateQuery } from '../site-info.ts';

const init = endpoint<typeof contract.init>('POST', '/api/user/init');
const login = endpoint<typeof contract.login>('POST', '/api/login');
const logout = endpoint<typeof contract.logout>('GET', '/api/user/logout');

export function useInit() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (account: RequestOf<typeof contract.init>) => call(init, account),
    onSuccess: () => queries.setQueryData(initStateQuery.queryKey, { is_init: 'yes' }),
    onError: (error) => {
      if (!(error instanceof ApiError) || error.key !== 'no.repeat.init') return;
      queries.setQueryData(initStateQuery.queryKey, { is_init: 'yes' });
    },
  });
}

export function useLogin() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (credentials: RequestOf<typeof contract.login>) => call(login, credentials),
    onSuccess: ({ token }) => {
      queries.removeQueries({ queryKey: ['is-login'] });
      startSession(token);
    },
  });
}

export function useLogout() {
  return useMutation({ mutationFn: () => call(logout, {}) });
}
