import { nowSeconds } from '../engine/now.ts';
import type { Engine, Write } from '../engine/engine.ts';
import type { Actor } from './actor.ts';
import type { AuditEvent } from './audit-log.ts';

/** What was changed, beside the fields of links: these are in their histories. */
export async function record(tx: Write, actor: Actor, event: AuditEvent): Promise<void> {
  const { action, target, former, present } = event;
  await tx
    .insertInto('audit')
    .values({
      at: nowSeconds(),
      actor_kind: actor.kind,
      actor_id: actor.account,
      actor_name: actor.name,
      network: actor.network,
      action,
      target_kind: target?.kind ?? '',
      target_id: target?.id ?? 0,
      target_name: target?.name ?? '',
      former: toJson(former),
      present: toJson(present),
    })
    .execute();
  actor.recorded.push({ ...event, actor: actor.name });
}

export async function recordLinks(
  tx: Write,
  actor: Actor,
  action: string,
  count: number,
): Promise<void> {
  if (count > 0)
    await record(tx, actor, { action, target: { kind: 'links', name: String(count) } });
}

/** A full disk must not keep anyone from saving the site: a failure is only reported. */
export async function recordSaved(
  engine: Engine,
  actor: Actor,
  action: 'site.exported' | 'site.backed_up',
  onError: (error: unknown) => void,
): Promise<void> {
  const event = { action, target: { kind: 'site' } };
  await engine.write((tx) => record(tx, actor, event)).catch(onError);
}

function toJson(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}
