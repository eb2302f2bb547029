import type { Engine, Write } from '../engine/engine.ts';
import type { Actor } from './actor.ts';
import type { AuditEvent } from './audit-log.ts';
import { HOUR_SECONDS } from './audit.store.ts';
import { describeRow } from './record.ts';

/** Kinds of events that wait for a transaction; a flood has few kinds, or waits in vain. */
const WAITING_MAX = 1000;

export interface RepeatedEvent extends AuditEvent {
  readonly actor: Pick<Actor, 'kind' | 'account' | 'name' | 'token' | 'way' | 'network'>;
}

export type NoteRepeated = (event: RepeatedEvent) => void;

interface Waiting {
  readonly event: RepeatedEvent;
  times: number;
}

/**
 * Refused logins and calls, which callers repeat at will: one row for each account, network and
 * hour, with the number of times. One transaction at a time writes all that came meanwhile.
 */
export class RepeatedEvents {
  readonly #engine: Engine;
  readonly #onError: (error: unknown) => void;
  readonly #waiting = new Map<string, Waiting>();
  #writing: Promise<void> | null = null;

  constructor(engine: Engine, onError: (error: unknown) => void) {
    this.#engine = engine;
    this.#onError = onError;
  }

  note(event: RepeatedEvent): void {
    const { kind, account, token, network } = event.actor;
    const key = JSON.stringify([event.action, event.target, kind, account, token, network]);
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) waiting.times += 1;
    else if (this.#waiting.size < WAITING_MAX) this.#waiting.set(key, { event, times: 1 });
    this.#writing ??= this.#writeAll();
  }

  async close(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    // The answer to the caller goes first.
    await Promise.resolve();
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting.values()];
      this.#waiting.clear();
      await this.#engine
        .write(async (tx) => {
          for (const { event, times } of batch) await addTimes(tx, event, times);
        })
        .catch(this.#onError);
    }
    this.#writing = null;
  }
}

async function addTimes(tx: Write, { actor, ...event }: RepeatedEvent, times: number) {
  const row = describeRow(actor, event);
  const present = await tx
    .selectFrom('audit')
    .select('id')
    .where('at', '>=', row.at - (row.at % HOUR_SECONDS))
    .where('action', '=', row.action)
    .where('actor_kind', '=', row.actor_kind)
    .where('actor_id', '=', row.actor_id)
    .where('token_id', '=', row.token_id)
    .where('network', '=', row.network)
    .where('target_kind', '=', row.target_kind)
    .where('target_id', '=', row.target_id)
    .where('target_name', '=', row.target_name)
    .limit(1)
    .executeTakeFirst();
  if (present === undefined) {
    await tx
      .insertInto('audit')
      .values({ ...row, times })
      .execute();
    return;
  }
  await tx
    .updateTable('audit')
    .set((of) => ({ times: of('times', '+', times) }))
    .where('id', '=', present.id)
    .execute();
}
