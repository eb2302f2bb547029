import {
  hasRight,
  isPowerful,
  mayManage,
  type Role,
  type Standing,
} from '../../contracts/access.constants.ts';
import type {
  addService,
  deleteAccount,
  inviteAccount,
  listAccounts,
  listInvitations,
  setRole,
} from '../../contracts/people/people.ts';
import type { CheckedRequestOf, ReplyOf } from '../../contracts/route.ts';
import { actorOf, type Actor } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { Engine, Write } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { signedIn } from '../http/caller.ts';
import type { Call } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import { binAllLinks, countByOwner, giveAllLinks } from '../links/ownership.store.ts';
import { accountTarget, readAccount, selectAccounts, type AccountRow } from './account.store.ts';
import { deleteFactors, selectKinds } from './factors/factors.store.ts';
import { deleteAccountRow } from './deleted-account.store.ts';
import { createOneTimeLink, readGrants } from './one-time-links.ts';
import {
  deleteInvitation,
  hasOtherOwner,
  idOfLink,
  insertAccount,
  selectInvitations,
  updateStanding,
} from './people.store.ts';

/** Who manages accounts: a caller, or a command on the machine, which may all. */
export interface Manager {
  readonly actor: Actor;
  /** 0 = a command. */
  readonly account: number;
  readonly standing: Standing;
}

export function managerOf(call: Call): Manager {
  const standing = signedIn(call.caller);
  return { actor: actorOf(call), account: standing.account, standing };
}

export function commandManager(actor: Actor): Manager {
  return { actor, account: 0, standing: { role: 'owner', seesAll: false } };
}

/** What others do with an account: invite, change its role, disable and delete it. */
export class People {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async list(): Promise<ReplyOf<typeof listAccounts>> {
    const links = await countByOwner(this.#engine);
    const accounts = await selectAccounts(this.#engine);
    const kinds = await selectKinds(this.#engine);
    return accounts.map((account) => ({
      id: account.id,
      kind: account.kind,
      username: account.username,
      email: account.email,
      role: account.role,
      sees_all: account.sees_all,
      is_active: account.is_active,
      factors: kinds.get(account.id) ?? [],
      is_ruled_by_sso: account.is_ruled_by_sso,
      links: links.get(account.id) ?? 0,
      created_at: account.created_at,
      last_login_at: account.last_login_at,
    }));
  }

  invite(input: CheckedRequestOf<typeof inviteAccount>, by: Manager): Promise<{ link: string }> {
    const { email, role, sees_all: seesAll = false } = input;
    return this.#engine.write(async (tx) => {
      assertMayGive(await readStanding(tx, by), role);
      const link = await createOneTimeLink(tx, {
        kind: 'invitation',
        account: 0,
        email,
        grants: { role, sees_all: Number(seesAll) },
        by: by.account,
      });
      const target = { kind: 'invitation' };
      await record(tx, by.actor, { action: 'account.invited', target, present: { role } });
      return { link };
    });
  }

  async listInvitations(): Promise<ReplyOf<typeof listInvitations>> {
    const rows = await selectInvitations(this.#engine, nowSeconds());
    const names = new Map(
      (await selectAccounts(this.#engine)).map(({ id, username }) => [id, username]),
    );
    return rows.map((row) => {
      const { role, sees_all: seesAll } = readGrants(row.grants);
      return {
        id: idOfLink(row),
        email: row.email,
        role,
        sees_all: seesAll,
        by: names.get(row.created_by) ?? '',
        created_at: row.created_at,
        expires_at: row.expires_at,
      };
    });
  }

  /** Throws `account.bad-link` and `call.not-allowed`. */
  async endInvitation(id: string, by: Manager): Promise<void> {
    const rows = await selectInvitations(this.#engine, nowSeconds());
    const invitation = rows.find((row) => idOfLink(row) === id);
    if (invitation === undefined) throw new Problem('account.bad-link');
    await this.#engine.write(async (tx) => {
      assertMayGive(await readStanding(tx, by), readGrants(invitation.grants).role);
      await deleteInvitation(tx, by.actor, invitation);
    });
  }

  addService(input: CheckedRequestOf<typeof addService>, by: Manager): Promise<{ id: number }> {
    return this.#engine.write(async (tx) => {
      assertMayGive(await readStanding(tx, by), input.role);
      const account = await insertAccount(tx, () => by.actor, {
        kind: 'service',
        username: input.username,
        email: '',
        password_hash: '',
        role: input.role,
        sees_all: Number(input.sees_all ?? false),
        created_at: nowSeconds(),
        created_by: by.account,
      });
      if (account === null) throw new Problem('account.name-taken', { field: 'username' });
      return { id: account.id };
    });
  }

  /** Throws `account.unknown`, `account.last-owner` and `call.not-allowed`. */
  setRole(input: CheckedRequestOf<typeof setRole>, by: Manager): Promise<void> {
    const { id, role, sees_all: seesAll } = input;
    return this.#change(id, by, async (tx, account, standing) => {
      assertMayGive(standing, role);
      if (account.kind === 'service' && isPowerful(role)) {
        throw new Problem('call.not-allowed');
      }
      // The next login would undo it. A command may: the provider may be away.
      if (account.is_ruled_by_sso === 1 && by.account !== 0) throw new Problem('call.not-allowed');
      await changeStanding(tx, by.actor, account, {
        action: 'account.role',
        set: { role, ...(seesAll !== undefined && { sees_all: Number(seesAll) }) },
      });
    });
  }

  /** Throws `account.unknown`, `account.last-owner` and `call.not-allowed`. */
  setActive(id: number, isActive: boolean, by: Manager): Promise<void> {
    return this.#change(id, by, (tx, account) =>
      changeStanding(tx, by.actor, account, {
        action: isActive ? 'account.enabled' : 'account.disabled',
        set: { is_active: Number(isActive) },
      }),
    );
  }

  /** Throws `account.unknown` and `call.not-allowed`. */
  makeLink(id: number, kind: 'reset' | 'login', by: Manager): Promise<{ link: string }> {
    return this.#change(id, by, async (tx, account) => {
      if (account.kind === 'service') throw new Problem('call.not-allowed');
      const link = await createOneTimeLink(tx, {
        kind,
        account: id,
        email: account.email,
        grants: { epoch: account.epoch },
        by: by.account,
      });
      const target = accountTarget(account);
      await record(tx, by.actor, { action: `account.${kind}_link`, target });
      return { link };
    });
  }

  /** Of someone who lost them: the password is still needed. Throws as {@link makeLink} does. */
  removeFactors(id: number, by: Manager): Promise<void> {
    return this.#change(id, by, async (tx, account) => {
      await deleteFactors(tx, id);
      await updateStanding(tx, by.actor, account, { action: 'account.factors_removed', set: {} });
    });
  }

  /**
   * Disables the account first, so that it makes no further links while its links are given away.
   * Throws `account.unknown`, `account.last-owner` and `call.not-allowed`.
   */
  async delete(
    { id, links_to: wanted }: CheckedRequestOf<typeof deleteAccount>,
    by: Manager,
  ): Promise<{ links: number }> {
    const { actor } = by;
    const to = wanted ?? by.account;
    const isMissing = typeof to === 'number' && to !== 0 && !(await this.#canOwn(id, to));
    if (isMissing) throw new Problem('account.unknown', { field: 'links_to' });
    const account = await this.#change(id, by, async (tx, found) => {
      await assertNotLast(tx, found);
      const set = { is_active: 0 };
      if (found.is_active === 1) {
        await updateStanding(tx, actor, found, { action: 'account.disabled', set });
      }
      return found;
    });
    const count =
      to === 'bin'
        ? await binAllLinks(this.#engine, actor, id)
        : await giveAllLinks(this.#engine, id, to);
    if (to === 'bin') await giveAllLinks(this.#engine, id, 0);
    const isDeleted = await deleteAccountRow(this.#engine, actor, {
      account,
      links: { count, to },
    });
    // Someone enabled it while its links were given away.
    if (!isDeleted) throw new Problem('account.unknown');
    return { links: count };
  }

  async #canOwn(deleted: number, to: number): Promise<boolean> {
    return to !== deleted && (await readAccount(this.#engine.db, to)) !== null;
  }

  /** The account whose tokens and logins a call means: one's own, or one that the caller manages. */
  async managed(call: Call, id: number | undefined): Promise<AccountRow> {
    const by = managerOf(call);
    const account = await readAccount(this.#engine.db, id ?? by.account);
    if (id !== undefined && id !== by.account) assertManages(by.standing, account);
    if (account === null) throw new Problem('account.unknown');
    return account;
  }

  #change<Result>(
    id: number,
    by: Manager,
    work: (tx: Write, account: AccountRow, standing: Standing) => Promise<Result>,
  ): Promise<Result> {
    if (by.account === id) throw new Problem('call.not-allowed');
    return this.#engine.write(async (tx) => {
      const account = await readAccount(tx, id);
      const standing = await readStanding(tx, by);
      assertManages(standing, account);
      if (account === null) throw new Problem('account.unknown');
      return work(tx, account, standing);
    });
  }
}

/** Throws `call.not-allowed`, and `account.unknown` for those who may know it. */
function assertManages(standing: Standing, account: AccountRow | null): void {
  if (!hasRight(standing, 'accounts')) throw new Problem('call.not-allowed');
  if (account === null) throw new Problem('account.unknown');
  assertMayGive(standing, account.role);
}

/** Throws `call.not-allowed`: only an owner makes owners and admins. */
function assertMayGive(standing: Standing, role: Role): void {
  if (!mayManage(standing, role)) throw new Problem('call.not-allowed');
}

/** As it is in the transaction: a role may have changed since the manager was asked. */
async function readStanding(tx: Write, { account, standing }: Manager): Promise<Standing> {
  if (account === 0) return standing;
  const present = await readAccount(tx, account);
  if (present?.is_active !== 1) throw new Problem('call.not-allowed');
  return { role: present.role, seesAll: present.sees_all === 1 };
}

async function assertNotLast(tx: Write, { id, role }: AccountRow): Promise<void> {
  if (role === 'owner' && !(await hasOtherOwner(tx, id))) throw new Problem('account.last-owner');
}

async function changeStanding(
  tx: Write,
  actor: Actor,
  account: AccountRow,
  change: Parameters<typeof updateStanding>[3],
): Promise<void> {
  const { set } = change;
  const names = Object.keys(set) as (keyof typeof set)[];
  if (names.every((name) => set[name] === account[name])) return;
  const losesOwner = set.is_active === 0 || (set.role !== undefined && set.role !== 'owner');
  if (losesOwner && account.is_active === 1) await assertNotLast(tx, account);
  await updateStanding(tx, actor, account, change);
}
