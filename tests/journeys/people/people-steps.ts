import { expect } from 'bun:test';
import { createHash } from 'node:crypto';
import type { Role, Scope } from '../../../contracts/access.constants.ts';
import { login } from '../../../contracts/account.ts';
import * as people from '../../../contracts/people/people.ts';
import { createNamedToken } from '../../../contracts/people/tokens.ts';
import type { Engine } from '../../../server/engine/engine.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import type { SetUpSite } from '../set-up-site.ts';

export const PASSWORD = 'a long password';

export interface Person {
  readonly id: number;
  readonly username: string;
  /** Of the login with which the person joined. */
  readonly token: string;
}

export interface NewPerson {
  readonly username: string;
  readonly role: Role;
  readonly sees_all?: 0 | 1;
}

/** Calls a route that must succeed; returns its data. */
export async function expectData<Data>(
  site: Pick<SetUpSite, 'call'>,
  ...[route, fields, token]: Parameters<SetUpSite['call']>
): Promise<Data> {
  const { code, msg, data } = await site.call(route, fields, token);
  expect([route.path, code, msg]).toEqual([route.path, 200, 'success']);
  return data as Data;
}

type Inviter = Pick<SetUpSite, 'call' | 'token'>;

export async function invite(
  site: Inviter,
  { username, role, sees_all = 0 }: NewPerson,
): Promise<string> {
  const fields = { email: `${username}@example.com`, role, sees_all };
  return (await expectData<{ link: string }>(site, people.inviteAccount, fields, site.token)).link;
}

/** A person who was invited and has joined. */
export async function addPerson(site: Inviter, person: NewPerson): Promise<Person> {
  const { username } = person;
  const link = await invite(site, person);
  const fields = { link, username, password: PASSWORD };
  const { token } = await expectData<{ token: string }>(site, people.join, fields);
  return { id: await findId(site, username), username, token };
}

export async function findId(site: Inviter, username: string): Promise<number> {
  const accounts = await expectData<{ id: number; username: string }[]>(
    site,
    people.listAccounts,
    {},
    site.token,
  );
  return accounts.find((account) => account.username === username)?.id ?? 0;
}

export async function logIn(site: SetUpSite, username: string): Promise<string> {
  const fields = { username, password: PASSWORD };
  return (await expectData<{ token: string }>(site, login, fields)).token;
}

interface NewToken {
  readonly scopes: readonly Scope[];
  readonly name?: string;
  readonly account?: number;
  readonly per_minute?: number;
  readonly expires_at?: number;
}

export async function createToken(
  site: SetUpSite,
  by: string,
  { scopes, name = 'reports', ...fields }: NewToken,
): Promise<string> {
  const sent = { name, scopes: [...scopes], ...fields };
  return (await expectData<{ token: string }>(site, createNamedToken, sent, by)).token;
}

/** As the clock or an older version would leave the row of a login or an API token. */
export async function changeRow(
  site: SetUpSite,
  table: 'session' | 'api_token',
  token: string,
  change: Readonly<Record<string, number>>,
): Promise<void> {
  await inDatabase(site, async (engine) => {
    const { numUpdatedRows } = await engine.db
      .updateTable(table)
      .set(change)
      .where('token_hash', '=', createHash('sha256').update(token).digest('hex'))
      .executeTakeFirst();
    expect(numUpdatedRows).toBe(1n);
  });
}

export async function inDatabase<Result>(
  { dataDir }: Pick<SetUpSite, 'dataDir'>,
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  const engine = await openTestEngine(dataDir);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

/** Gives accounts an authenticator app, whose secret nobody knows. */
export async function addFactors(
  site: SetUpSite,
  isMeant: (account: { readonly username: string }) => boolean,
): Promise<void> {
  const app = { kind: 'totp', name: '', secret: '', credential_id: '', created_at: 1 } as const;
  await inDatabase(site, async ({ db }) => {
    const accounts = await db.selectFrom('account').select(['id', 'username']).execute();
    for (const { id } of accounts.filter(isMeant)) {
      await db
        .insertInto('factor')
        .values({ ...app, account_id: id })
        .execute();
    }
  });
}
