import { useQuery } from '@tanstack/react-query';
import type { listOwners } from '../../contracts/links/bulk.ts';
import { call, endpoint } from '../api.ts';
import { useAppInfo } from '../app-info.ts';

const list = endpoint<typeof listOwners>('GET', '/api/urls/owners');

export function useOwners() {
  return useQuery({ queryKey: ['accounts', 'owners'], queryFn: () => call(list, {}) });
}

/** Whether there are several accounts, and this one may give links to any of them. */
export function useMayGive(): boolean {
  const info = useAppInfo(false).data;
  return info?.has_others === 1 && info.may.includes('links.edit-all');
}
