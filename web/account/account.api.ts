import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as contract from '../../contracts/account.ts';
import type { join } from '../../contracts/people/people.ts';
import type { confirmSession } from '../../contracts/people/sessions.ts';
import type { ReplyOf, RequestOf } from '../../contracts/route.ts';
import { ApiError, call, callWithForm, endpoint } from '../api.ts';
import { refreshAppInfo } from '../app-info.ts';
import { renewSession, startSession } from '../session.ts';
import { initStateQuery } from '../site-info.ts';

const init = endpoint<typeof contract.init>('POST', '/api/user/init');
const login = endpoint<typeof contract.login>('POST', '/api/login');
const logout = endpoint<typeof contract.logout>('GET', '/api/user/logout');
const changePassword = endpoint<typeof contract.changePassword>(
  'POST',
  '/api/user/change_password',
);
const setAccount = endpoint<typeof contract.setAccount>('POST', '/api/account/set');
const confirm = endpoint<typeof confirmSession>('POST', '/api/session/confirm');
const getToken = endpoint<typeof contract.getToken>('GET', '/api/user/get_token');
const createToken = endpoint<typeof contract.createToken>('GET', '/api/user/create_token');
const changeToken = endpoint<typeof contract.changeToken>('GET', '/api/user/change_token');

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
  return useLoginBy((credentials: RequestOf<typeof contract.login>) => call(login, credentials));
}

/** Stores the token of a login, however it was proved. */
export function useLoginBy<Proof>(logIn: (proof: Proof) => Promise<ReplyOf<typeof join>>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: logIn,
    onSuccess: ({ token, logs_out_at: logout }) => {
      queries.removeQueries({ queryKey: ['is-login'] });
      startSession(token, logout);
    },
  });
}

export function useLogout() {
  return useMutation({ mutationFn: () => call(logout, {}) });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (passwords: RequestOf<typeof contract.changePassword>) =>
      callWithForm(changePassword, passwords),
  });
}

export function useSetAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (profile: RequestOf<typeof contract.setAccount>) => call(setAccount, profile),
    onSuccess: () => refreshAppInfo(queries),
  });
}

/** Proves once more who is logged in; the login goes on with a new token. */
export function useConfirmSession() {
  return useMutation({
    mutationFn: (proof: RequestOf<typeof confirmSession>) => call(confirm, proof),
    onSuccess: ({ token }) => renewSession(token),
  });
}

/** The API token; null: the site has none yet. */
export const tokenQuery = queryOptions({
  queryKey: ['api-token'],
  queryFn: async () => {
    try {
      return (await call(getToken, {})).token;
    } catch (error) {
      if (error instanceof ApiError && error.code === 404) return null;
      throw error;
    }
  },
});

/** Creates the first token (`create`) or replaces the present one (`change`). */
export function useIssueToken(kind: 'create' | 'change') {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => (kind === 'create' ? call(createToken, {}) : call(changeToken, {})),
    onSuccess: ({ token }) => queries.setQueryData(tokenQuery.queryKey, token),
    // Another window may have created a token in the meantime.
    onError: () => queries.invalidateQueries({ queryKey: tokenQuery.queryKey }),
  });
}
