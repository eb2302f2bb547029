import type { Selectable } from 'kysely';
import type { listAudit } from '../../contracts/people/audit.ts';
import type { CheckedRequestOf } from '../../contracts/route.ts';
import type { Engine, Schema } from '../engine/engine.ts';

const DELETED_AT_ONCE = 5000;
/** Rows of repeated events stand for so long. */
export const HOUR_SECONDS = 3600;
const READ_MAX = 1000;

export type StoredEvent = Selectable<Schema['audit']> & { readonly token_name: string | null };

export type AuditFilter = Pick<
  CheckedRequestOf<typeof listAudit>,
  'actor' | 'action' | 'target' | 'from' | 'until'
>;

function find(engine: Engine, { actor, action, target, from, until }: AuditFilter) {
  let query = engine.db.selectFrom('audit');
  if (actor !== undefined) query = query.where('actor_id', '=', actor);
  if (action !== undefined) {
    // A group: its acts begin with its name and a dot, and `/` follows the dot.
    query = action.includes('.')
      ? query.where('action', '=', action)
      : query.where('action', '>=', `${action}.`).where('action', '<', `${action}/`);
  }
  if (target !== undefined) {
    const [kind = '', id] = target.split(':');
    query = query.where('target_kind', '=', kind);
    if (id !== undefined) query = query.where('target_id', '=', Number(id));
  }
  if (from !== undefined) query = query.where('at', '>=', from);
  if (until !== undefined) query = query.where('at', '<', until);
  return query;
}

export async function countEvents(engine: Engine, filter: AuditFilter): Promise<number> {
  const query = find(engine, filter).select((of) => of.fn.countAll<number>().as('total'));
  return (await query.executeTakeFirstOrThrow()).total;
}

interface Slice {
  readonly skip?: number;
  readonly size: number;
  /** Only events with a smaller id. */
  readonly before?: number;
}

/** Newest first. */
export function selectEvents(
  engine: Engine,
  filter: AuditFilter,
  { skip = 0, size, before }: Slice,
): Promise<StoredEvent[]> {
  let query = find(engine, filter)
    .leftJoin('api_token', 'api_token.id', 'audit.token_id')
    .selectAll('audit')
    .select('api_token.name as token_name');
  if (before !== undefined) query = query.where('audit.id', '<', before);
  return query.orderBy('audit.id', 'desc').limit(size).offset(skip).execute();
}

/**
 * Wrong second factors of logins to an account, since the hour of the login before its last one:
 * a row counts those of an hour. Reads the newest rows about the account only.
 */
export async function countWrongCodes({ db }: Engine, account: number): Promise<number> {
  const newest = await db
    .selectFrom('audit')
    .select(['action', 'actor_kind', 'at', 'times'])
    .where('target_kind', '=', 'account')
    .where('target_id', '=', account)
    .orderBy('id', 'desc')
    .limit(READ_MAX)
    .execute();
  const [, former] = newest.filter(({ action }) => action === 'login.in');
  const since = former?.at ?? 0;
  return newest
    .filter(({ action, actor_kind: by }) => action === 'login.factor_failed' && by === 'guest')
    .filter(({ at }) => at >= since - (since % HOUR_SECONDS))
    .reduce((sum, { times }) => sum + times, 0);
}

/** In parts, so that no other write waits long. */
export async function deleteOldEvents({ db }: Engine, before: number): Promise<void> {
  for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE;) {
    const old = db.selectFrom('audit').select('id').where('at', '<', before).limit(DELETED_AT_ONCE);
    const { numDeletedRows } = await db
      .deleteFrom('audit')
      .where('id', 'in', old)
      .executeTakeFirstOrThrow();
    deleted = Number(numDeletedRows);
  }
}
