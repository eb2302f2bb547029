import { queryOptions, useQuery } from '@tanstack/react-query';
import type * as contract from '../../contracts/domains.ts';
import type { ReplyOf, RequestOf } from '../../contracts/route.ts';
import { call, endpoint } from '../api.ts';
import { useChange } from '../parts/use-change.ts';

const listDomains = endpoint<typeof contract.listDomains>('GET', '/api/domains');
const addDomain = endpoint<typeof contract.addDomain>('POST', '/api/domains/add');
const setDomain = endpoint<typeof contract.setDomain>('POST', '/api/domains/set');
const deleteDomain = endpoint<typeof contract.deleteDomain>('POST', '/api/domains/delete');
const checkDomain = endpoint<typeof contract.checkDomain>('POST', '/api/domains/check');

export type Domain = contract.ListedDomain;
export type AddedDomain = contract.AddedDomain;
export type DomainCheck = ReplyOf<typeof contract.checkDomain>;

const FRESH_MS = 60_000;

export const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: () => call(listDomains, {}),
  staleTime: FRESH_MS,
});

/** The hosts of the further domains; undefined while they load. */
export function useHosts(): readonly string[] | undefined {
  return useQuery(domainsQuery).data?.map(({ host }) => host);
}

/** Reaches the site through its other name: a lookup and two requests. */
export function checkQuery(host: string) {
  return queryOptions({
    queryKey: ['domain-check', host],
    queryFn: () => call(checkDomain, { host }),
    enabled: false,
  });
}

export function useAddDomain() {
  return useChange((host: string) => call(addDomain, { host }), domainsQuery.queryKey);
}

export function useSetDomain() {
  return useChange(
    (change: RequestOf<typeof contract.setDomain>) => call(setDomain, change),
    domainsQuery.queryKey,
  );
}

export function useDeleteDomain() {
  return useChange((host: string) => call(deleteDomain, { host }), domainsQuery.queryKey);
}
