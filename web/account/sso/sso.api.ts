import { useMutation, useQueryClient } from '@tanstack/react-query';
import type * as contract from '../../../contracts/people/sso.ts';
import { call, endpoint } from '../../api.ts';
import { useLoginBy } from '../account.api.ts';
import { factorsQuery } from '../factors/factors.api.ts';

const loginWithSso = endpoint<typeof contract.loginWithSso>('POST', '/api/login/sso');
const connectSso = endpoint<typeof contract.connectSso>('POST', '/api/sso/connect');
const disconnectSso = endpoint<typeof contract.disconnectSso>('POST', '/api/sso/disconnect');

export function useSsoLogin() {
  return useLoginBy((ticket: string) => call(loginWithSso, { ticket }));
}

function useChange<Input>(change: (input: Input) => Promise<null>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: factorsQuery.queryKey }),
  });
}

export function useConnect() {
  return useChange((ticket: string) => call(connectSso, { ticket }));
}

export function useDisconnect() {
  return useChange(() => call(disconnectSso, {}));
}
