import { queryOptions } from '@tanstack/react-query';
import type * as contract from '../../../../contracts/people/tokens.ts';
import type { ReplyOf, RequestOf } from '../../../../contracts/route.ts';
import { call, endpoint } from '../../../api.ts';
import { useChange } from '../../../parts/use-change.ts';

const listTokens = endpoint<typeof contract.listTokens>('GET', '/api/tokens');
const createToken = endpoint<typeof contract.createNamedToken>('POST', '/api/tokens/create');
const endToken = endpoint<typeof contract.endToken>('POST', '/api/tokens/end');

export type NamedToken = ReplyOf<typeof contract.listTokens>[number];

/** The tokens of an account; undefined: one's own. */
export function namedTokensQuery(account: number | undefined) {
  return queryOptions({
    queryKey: ['named-tokens', account ?? 'own'],
    queryFn: async () => {
      const tokens = await call(listTokens, account === undefined ? {} : { account });
      return tokens.filter((token) => token.is_default === 0);
    },
  });
}

export function useCreateNamedToken(account: number | undefined) {
  return useChange(
    (request: Omit<RequestOf<typeof contract.createNamedToken>, 'account'>) =>
      call(createToken, { ...request, ...(account !== undefined && { account }) }),
    namedTokensQuery(account).queryKey,
  );
}

export function useEndToken(account: number | undefined) {
  return useChange((id: number) => call(endToken, { id }), namedTokensQuery(account).queryKey);
}
