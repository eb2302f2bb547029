import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Role } from '../../contracts/access.constants.ts';
import type { removeFactors } from '../../contracts/people/factors.ts';
import type * as contract from '../../contracts/people/people.ts';
import type { ReplyOf, RequestOf } from '../../contracts/route.ts';
import { loginsKey } from '../account/sessions/sessions.api.ts';
import { call, endpoint } from '../api.ts';
import { refreshAppInfo, type AppInfo } from '../app-info.ts';

const listAccounts = endpoint<typeof contract.listAccounts>('GET', '/api/accounts');
const listInvitations = endpoint<typeof contract.listInvitations>('GET', '/api/invitations');
const invite = endpoint<typeof contract.inviteAccount>('POST', '/api/accounts/invite');
const addService = endpoint<typeof contract.addService>('POST', '/api/accounts/add_service');
const setRole = endpoint<typeof contract.setRole>('POST', '/api/accounts/set');
const disable = endpoint<typeof contract.disableAccount>('POST', '/api/accounts/disable');
const enable = endpoint<typeof contract.enableAccount>('POST', '/api/accounts/enable');
const deleteAccount = endpoint<typeof contract.deleteAccount>('POST', '/api/accounts/delete');
const makeResetLink = endpoint<typeof contract.makeResetLink>('POST', '/api/accounts/reset_link');
const dropFactors = endpoint<typeof removeFactors>('POST', '/api/accounts/remove_factors');
const endInvitation = endpoint<typeof contract.endInvitation>('POST', '/api/invitations/end');

export type Account = ReplyOf<typeof contract.listAccounts>[number];
export type Invitation = ReplyOf<typeof contract.listInvitations>[number];

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: () => call(listAccounts, {}),
});

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: () => call(listInvitations, {}),
});

/** Where a one-time link leads. The server does not know the address of this page for sure. */
export function toJoinUrl({ link }: { readonly link: string }): string {
  return `${location.origin}/admin/join#${link}`;
}

export function useInvite() {
  return usePeopleChange((request: RequestOf<typeof contract.inviteAccount>) =>
    call(invite, request),
  );
}

export function useAddService() {
  return usePeopleChange((request: RequestOf<typeof contract.addService>) =>
    call(addService, request),
  );
}

export function useSetRole() {
  return usePeopleChange((request: RequestOf<typeof contract.setRole>) => call(setRole, request));
}

export function useSetActive() {
  return usePeopleChange(({ id, isActive }: { readonly id: number; readonly isActive: boolean }) =>
    isActive ? call(enable, { id }) : call(disable, { id }),
  );
}

/** `onDeleted` gets the number of links, and runs before the lists lose the account. */
export function useDeleteAccount(onDeleted: (links: number) => Promise<void>) {
  return usePeopleChange(async (request: RequestOf<typeof contract.deleteAccount>) => {
    const { links } = await call(deleteAccount, request);
    await onDeleted(links);
  });
}

export function useResetLink() {
  return useMutation({ mutationFn: (id: number) => call(makeResetLink, { id }) });
}

export function useRemoveFactors() {
  return usePeopleChange((id: number) => call(dropFactors, { id }));
}

export function useEndInvitation() {
  return usePeopleChange((id: string) => call(endInvitation, { id }));
}

function usePeopleChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: accountsQuery.queryKey }),
        queries.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
        queries.invalidateQueries({ queryKey: loginsKey }),
        refreshAppInfo(queries),
      ]),
  });
}

/** The roles that an account may give to others. */
export function listGivableRoles({ may }: Pick<AppInfo, 'may'>): readonly Role[] {
  const below = ['editor', 'author', 'viewer'] as const;
  return may.includes('owners') ? ['owner', 'admin', ...below] : below;
}

/** Whether one account may change the other. */
export function mayManage(info: Pick<AppInfo, 'id' | 'may'>, { id, role }: Account): boolean {
  return id !== info.id && (listGivableRoles(info) as readonly string[]).includes(role);
}
