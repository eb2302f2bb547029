import { expect } from 'bun:test';
import { scopes, type Role, type Scope } from '../../../contracts/access.constants.ts';
import { addService } from '../../../contracts/people/people.ts';
import { createNamedToken } from '../../../contracts/people/tokens.ts';
import type { SetUpSite } from '../set-up-site.ts';

interface ServiceOptions {
  readonly role: Role;
  readonly sees_all?: boolean;
  readonly scopes?: readonly Scope[];
}

interface Service {
  readonly id: number;
  readonly token: string;
}

/** Adds a service with a named token, by default of all scopes. */
export async function openService(
  site: SetUpSite,
  username: string,
  { scopes: own = scopes, ...standing }: ServiceOptions,
): Promise<Service> {
  const added = await site.call(addService, { username, ...standing }, site.token);
  expect(added).toMatchObject({ code: 200 });
  const { id } = added.data as { id: number };
  return { id, token: await addToken(site, id, own) };
}

export async function addToken(
  site: SetUpSite,
  account: number,
  own: readonly Scope[],
): Promise<string> {
  const fields = { name: own.join().slice(0, 60), scopes: own, account };
  const made = await site.call(createNamedToken, fields, site.token);
  expect(made).toMatchObject({ code: 200 });
  return (made.data as { token: string }).token;
}
