import type { AuditAction } from '../../contracts/people/audit.constants.ts';
import { nowSeconds } from '../engine/now.ts';
import type { Engine, Write } from '../engine/engine.ts';
import { nameInLog, type Actor } from './actor.ts';
import type { AuditEvent } from './audit-log.ts';

/** What was changed, beside the fields of links: these are in their histories. Returns the row's id. */
export async function record(tx: Write, actor: Actor, event: AuditEvent): Promise<number> {
  const { id } = await tx
    .insertInto('audit')
    .values(describeRow(actor, event))
    .returning('id')
    .executeTakeFirstOrThrow();
  actor.recorded.push({ ...event, actor: nameInLog(actor) });
  return id;
}

export function describeRow(
  actor: Omit<Actor, 'recorded'>,
  { action, target, former, present }: AuditEvent,
) {
  const [before, after] = keepDifferences(former, present);
  return {
    at: nowSeconds(),
    actor_kind: actor.kind,
    actor_id: actor.account,
    actor_name: actor.name,
    network: actor.network,
    action,
    target_kind: target?.kind ?? '',
    target_id: target?.id ?? 0,
    target_name: target?.name ?? '',
    former: toJson(before),
    present: toJson(after),
    token_id: actor.token,
    way: actor.kind === 'account' || actor.kind === 'service' ? actor.way : '',
  };
}

export async function recordLinks(
  tx: Write,
  actor: Actor,
  action: AuditAction,
  count: number,
): Promise<number | null> {
  if (count === 0) return null;
  return record(tx, actor, { action, target: { kind: 'links', name: String(count) } });
}

/** Work of several transactions has one row, which counts up. Null = no row yet. */
export async function recordSoFar(
  tx: Write,
  actor: Actor,
  action: AuditAction,
  count: number,
  row: number | null,
): Promise<number | null> {
  if (row === null) return recordLinks(tx, actor, action, count);
  const name = String(count);
  await tx.updateTable('audit').set({ target_name: name }).where('id', '=', row).execute();
  const event = actor.recorded.pop()!;
  actor.recorded.push({ ...event, target: { kind: 'links', name } });
  return row;
}

/** A full disk must not keep anyone from saving the site: a failure is only reported. */
export async function recordSaved(
  engine: Engine,
  actor: Actor,
  action: 'account.exported' | 'audit.exported' | 'site.exported' | 'site.backed_up',
  onError: (error: unknown) => void,
): Promise<void> {
  const event = { action, target: { kind: 'site' } };
  await engine.write((tx) => record(tx, actor, event)).catch(onError);
}

/** Of two sets of fields, those that differ. */
function keepDifferences(former: unknown, present: unknown): [unknown, unknown] {
  if (!isFields(former) || !isFields(present)) return [former, present];
  return [pickOther(former, present), pickOther(present, former)];
}

function pickOther(fields: Fields, others: Fields): Fields {
  const other = Object.entries(fields).filter(([name, value]) => {
    return !Bun.deepEquals(value, others[name]);
  });
  return Object.fromEntries(other);
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toJson(value: unknown): string {
  if (value === undefined) return '';
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' && /^https?:/i.test(part) ? part.replace(/[?#][^]*$/, '') : part,
  );
}
