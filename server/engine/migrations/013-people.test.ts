import { expect, test } from 'bun:test';
import { sql, type Kysely } from 'kysely';
import { createFormerDatabase } from '../../../tests/support/former-database.ts';
import { hashToken } from '../../account/tokens.ts';
import { selectSession } from '../../account/sessions.store.ts';
import { selectToken } from '../../account/api-tokens.store.ts';
import { selectIsKnown } from '../../account/known-address.store.ts';
import { createMigrations } from '../migrations.ts';
import type { Dialect } from '../sql.ts';

const LATER = 4_000_000_000;
const login = hashToken('web-former');
const token = hashToken('sk-former');

/** `005-owners` gave accounts a role. */
async function fill(db: Kysely<object>, hasRoles: boolean): Promise<void> {
  const [name, role] = hasRoles ? [sql`, role`, sql`, 'owner'`] : [sql``, sql``];
  await sql`insert into account (id, username, email, password_hash, created_at${name})
    values (1, 'ada', 'ada@example.com', 'hash', 5${role})`.execute(db);
  await sql`insert into session (token_hash, expires_at) values (${login}, ${LATER})`.execute(db);
  await sql`insert into known_address (mark, last_login_at) values ('mark', ${LATER})`.execute(db);
  await sql`insert into api_token (account_id, token_hash, token_sealed, ip, user_agent, created_at)
    values (1, ${token}, 'sealed', '192.0.2.1', 'agent', 6)`.execute(db);
}

/** The tables of a former version, before those that follow it. */
function upTo(last: string) {
  return (dialect: Dialect) =>
    Object.fromEntries(Object.entries(createMigrations(dialect)).filter(([name]) => name <= last));
}

test.each(['001-baseline', '004-zz', '008-zz', '012-zz'])(
  'a login, the API token and a known address live on after %s',
  async (last) => {
    const hasRoles = last >= '005';
    await using former = await createFormerDatabase((db) => fill(db, hasRoles), upTo(last));
    const engine = await former.open();
    expect(await selectSession(engine, login)).toMatchObject({
      id: 1,
      role: 'owner',
    });
    expect(await selectToken(engine, token)).toMatchObject({
      id: 1,
      is_default: 1,
      scopes: 'links:create links:read links:write stats:read status:read',
      expires_at: 0,
    });
    expect(await selectIsKnown(engine, { account: 1, mark: 'mark' }, LATER)).toBe(true);
    await engine.close();
  },
);
