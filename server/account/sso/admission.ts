import { randomInt } from 'node:crypto';
import type { SsoSettings } from '../../../contracts/people/sso.ts';
import type { Role } from '../../../contracts/access.constants.ts';
import { actorAs } from '../../audit/actor.ts';
import { record } from '../../audit/record.ts';
import type { Write } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import type { Call } from '../../http/endpoint.ts';
import {
  accountTarget,
  hasAccounts,
  hasName,
  readAccount,
  type AccountRow,
} from '../account.store.ts';
import { deleteFactors } from '../factors/factors.store.ts';
import { changePasswordIn } from '../passwords/password.store.ts';
import { insertAccount, updateStanding } from '../people.store.ts';
import {
  insertIdentity,
  readByEmail,
  readIdentity,
  readIdentityOf,
  seeIdentity,
  setRuled,
} from './sso.store.ts';
import type { Person } from './tickets.ts';

const NAME_MIN = 3;
/** With room for a number behind it. */
const NAME_MAX = 24;
const NUMBERS = 50;

/** Why a person whom the provider knows may not do what they want; the page has a sentence each. */
export type Refusal =
  | 'no_account'
  | 'role'
  | 'domain'
  | 'connect_first'
  | 'taken'
  | 'other_account'
  | 'only_way';

interface Admission {
  readonly person: Person;
  readonly settings: SsoSettings;
  readonly call: Call;
}

/** The account of a person, with the role that the provider gives, in the transaction of a login. */
export async function admit(tx: Write, admission: Admission): Promise<AccountRow | Refusal> {
  const { person } = admission;
  const identity = await readIdentity(tx, person);
  const account = identity === null ? null : await readAccount(tx, identity.account_id);
  if (account === null) return admitNew(tx, admission);
  await seeIdentity(tx, person, { email: person.email, seen_at: nowSeconds() });
  return applyRole(tx, account, admission);
}

async function admitNew(tx: Write, admission: Admission): Promise<AccountRow | Refusal> {
  const { person, settings, call } = admission;
  if (settings.link_by_email && person.isVerified) {
    const [found, ...others] = await readByEmail(tx, person.email);
    if (found !== undefined) {
      const isSafe = others.length === 0 && (await mayBeLinked(tx, found));
      if (!isSafe) return 'connect_first';
      if (!(await connect(tx, found, person, call))) return 'taken';
      await endOtherWays(tx, found, call);
      return applyRole(tx, (await readAccount(tx, found.id))!, admission);
    }
  }
  // The set-up makes the first account.
  if (!settings.auto_create || !(await hasAccounts(tx))) return 'no_account';
  if (!isDomainAllowed(person, settings)) return 'domain';
  return create(tx, admission);
}

/** Connects an account that joins, in the transaction that makes it. */
export async function admitJoining(
  tx: Write,
  account: AccountRow,
  admission: Admission,
): Promise<AccountRow | Refusal> {
  const isNew = await connect(tx, account, admission.person, admission.call);
  return isNew ? applyRole(tx, account, admission) : 'taken';
}

/** A powerful account, or one that is connected already, is never taken over by an address. */
async function mayBeLinked(tx: Write, { id, role }: AccountRow): Promise<boolean> {
  if (role === 'owner' || role === 'admin') return false;
  return (await readIdentityOf(tx, id)) === null;
}

/** Anyone may have typed the address into the account: what else opens it must not stay. */
async function endOtherWays(tx: Write, account: AccountRow, call: Call): Promise<void> {
  const { id, username } = account;
  await changePasswordIn(tx, {
    actor: actorAs(call, { id, username }),
    account,
    passwordHash: '',
    endsNamedTokens: true,
  });
  await deleteFactors(tx, id);
  await tx.deleteFrom('one_time_link').where('account_id', '=', id).execute();
}

/** False when the account or the person is connected already. */
export async function connect(
  tx: Write,
  { id, username }: Pick<AccountRow, 'id' | 'username'>,
  { issuer, subject, email }: Person,
  call: Call,
): Promise<boolean> {
  const now = nowSeconds();
  const times = { linked_at: now, seen_at: now };
  const isNew = await insertIdentity(tx, { issuer, subject, account_id: id, email, ...times });
  if (!isNew) return false;
  const target = accountTarget({ id, username });
  await record(tx, actorAs(call, { id, username }), {
    action: 'account.sso_connected',
    target,
    present: { issuer },
  });
  return true;
}

async function create(
  tx: Write,
  { person, settings, call }: Admission,
): Promise<AccountRow | Refusal> {
  const { given } = person;
  const isUnknown = given === 'absent' || given === 'none';
  if (isUnknown && settings.no_match === 'refuse') return 'role';
  const standing = typeof given === 'string' ? { role: 'viewer' as Role, sees_all: 0 } : given;
  const username = await findFreeName(tx, person);
  const account = await insertAccount(tx, (id) => actorAs(call, { id, username }), {
    kind: 'person',
    username,
    email: person.email,
    password_hash: '',
    ...standing,
    created_at: nowSeconds(),
    created_by: 0,
  });
  if (account === null || !(await connect(tx, account, person, call))) return 'taken';
  if (given !== 'unruled') await setRuled(tx, account.id, true);
  return account;
}

/** The claim gives a role, or says nothing: only the latter leaves the present one. Never owner. */
async function applyRole(
  tx: Write,
  account: AccountRow,
  { person: { given }, settings: { no_match: noMatch }, call }: Admission,
): Promise<AccountRow | Refusal> {
  const { id, username } = account;
  const actor = actorAs(call, { id, username });
  if (given === 'unruled' || account.role === 'owner') {
    if (account.is_ruled_by_sso === 1) await setRuled(tx, id, false);
    return account;
  }
  if (given === 'absent') {
    const target = accountTarget({ id, username });
    await record(tx, actor, { action: 'login.sso_role_missing', target });
    return account;
  }
  if (given === 'none' && noMatch === 'refuse') return 'role';
  if (given === 'none' && noMatch === 'keep') return account;
  const set = given === 'none' ? { role: 'viewer' as Role, sees_all: 0 } : given;
  const { role, sees_all } = set;
  if (role !== account.role || sees_all !== account.sees_all) {
    await updateStanding(tx, actor, account, { action: 'account.role', set: { role, sees_all } });
  }
  if (account.is_ruled_by_sso === 0) await setRuled(tx, id, true);
  return (await readAccount(tx, id)) ?? account;
}

function isDomainAllowed(
  { email, isVerified }: Person,
  { email_domains: domains }: SsoSettings,
): boolean {
  if (domains.length === 0) return true;
  return isVerified && domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}

/** A name that no account has: names are never keys. */
async function findFreeName(tx: Write, { name, email }: Person): Promise<string> {
  const typed = name === '' ? email : name;
  const letters = (typed.split('@')[0] ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const base = letters.length < NAME_MIN ? `user${letters}` : letters.slice(0, NAME_MAX);
  for (let number = 1; number <= NUMBERS; number += 1) {
    const tried = number === 1 ? base : `${base}${number}`;
    if (!(await hasName(tx, tried))) return tried;
  }
  return `${base}${randomInt(1_000_000, 10_000_000)}`;
}
