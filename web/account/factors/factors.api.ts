import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { getAccount } from '../../../contracts/account.ts';
import type * as contract from '../../../contracts/people/factors.ts';
import type { ReplyOf, RequestOf } from '../../../contracts/route.ts';
import { call, endpoint } from '../../api.ts';
import { clearAppInfo } from '../../session.ts';
import { useConfirmSession, useLoginBy } from '../account.api.ts';

const getAccountEndpoint = endpoint<typeof getAccount>('GET', '/api/account');
const loginSecond = endpoint<typeof contract.loginSecond>('POST', '/api/login/second');
const getLoginWays = endpoint<typeof contract.getLoginWays>('GET', '/api/login/ways');
const beginLogin = endpoint<typeof contract.beginPasskeyLogin>('POST', '/api/login/passkey/begin');
const loginWithPasskey = endpoint<typeof contract.loginWithPasskey>('POST', '/api/login/passkey');
const beginTotp = endpoint<typeof contract.beginTotp>('POST', '/api/factors/totp/begin');
const addTotp = endpoint<typeof contract.addTotp>('POST', '/api/factors/totp');
const beginPasskey = endpoint<typeof contract.beginPasskey>('POST', '/api/factors/passkey/begin');
const addPasskey = endpoint<typeof contract.addPasskey>('POST', '/api/factors/passkey');
const renewCodes = endpoint<typeof contract.renewRecoveryCodes>('POST', '/api/factors/recovery');
const removeFactor = endpoint<typeof contract.removeFactor>('POST', '/api/factors/remove');

export type Factors = Pick<
  ReplyOf<typeof getAccount>,
  'factors' | 'recovery_codes' | 'has_passkeys' | 'has_sso'
>;
export type Factor = Factors['factors'][number];

export const factorsQuery = queryOptions({
  queryKey: ['account'],
  queryFn: () => call(getAccountEndpoint, {}),
});

export const loginWaysQuery = queryOptions({
  queryKey: ['login-ways'],
  queryFn: () => call(getLoginWays, {}),
  staleTime: Infinity,
});

export function useSecondFactor() {
  return useLoginBy((second: RequestOf<typeof contract.loginSecond>) => call(loginSecond, second));
}

/** Asks the browser for a passkey. */
async function askPasskey() {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { step, options } = await call(beginLogin, {});
  const answer = await startAuthentication({
    optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  });
  return { step, answer: answer as never };
}

/** Logs in with a passkey alone. */
export function usePasskeyLogin() {
  return useLoginBy(async () => call(loginWithPasskey, await askPasskey()));
}

/** Proves once more who is logged in. */
export function useConfirmByPasskey() {
  const { mutateAsync } = useConfirmSession();
  return useMutation({
    mutationFn: async () => {
      const { step, answer: passkey } = await askPasskey();
      return mutateAsync({ step, passkey });
    },
  });
}

export function beginApp() {
  return call(beginTotp, {});
}

function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      clearAppInfo();
      void queries.invalidateQueries({ queryKey: ['app-info'] });
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      return queries.invalidateQueries({ queryKey: factorsQuery.queryKey });
    },
  });
}

export function useAddApp() {
  return useChange((code: string) => call(addTotp, { code }));
}

export function useAddPasskey() {
  return useChange(async (name: string) => {
    const { startRegistration } = await import('@simplewebauthn/browser');
    const { step, options } = await call(beginPasskey, {});
    const answer = await startRegistration({
      optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
    });
    return call(addPasskey, { step, answer: answer as never, ...(name !== '' && { name }) });
  });
}

export function useRenewCodes() {
  return useChange(() => call(renewCodes, {}));
}

export function useRemoveFactor() {
  return useChange((id: number) => call(removeFactor, { id }));
}

/** The person closed the browser's dialog: nothing went wrong. */
export function isCancelled(error: unknown): boolean {
  return (
    error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
  );
}
