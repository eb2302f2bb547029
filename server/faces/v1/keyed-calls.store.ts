import type { Selectable } from 'kysely';
import type { Change } from '../../engine/change-feed.ts';
import type { Engine, Schema, Write } from '../../engine/engine.ts';
import { Problem } from '../../http/problem.ts';

/** How long an answer is kept, in seconds. */
const KEPT_SECONDS = 24 * 3600;

export interface CallKey {
  readonly tokenHash: string;
  readonly key: string;
  /** The run of the call; no other has this name. */
  readonly holder: string;
}

export type KeyedCall = Selectable<Schema['keyed_call']>;

interface Claim extends CallKey {
  readonly digest: string;
  /** Unix seconds. */
  readonly now: number;
  /** Whether a server still runs the call. */
  readonly isRunning: (call: KeyedCall) => boolean;
}

interface Taken {
  readonly call: KeyedCall;
  readonly isRunning: boolean;
}

/** Null: the call may run now. Otherwise the call that has the key. */
export function claimKey(engine: Engine, claim: Claim): Promise<Taken | null> {
  const { tokenHash, key, digest, holder, now, isRunning } = claim;
  return engine.write(async (tx) => {
    const found = await selectCall(tx, claim).selectAll().executeTakeFirst();
    if (found !== undefined && found.begun_at > now - KEPT_SECONDS) {
      const taken = { call: found, isRunning: isRunning(found) };
      const isOver = found.status > 0 || found.has_changed === 1;
      if (isOver || taken.isRunning || found.digest !== digest) return taken;
    }
    await deleteCall(tx, claim);
    const call = { token_hash: tokenHash, key, digest, holder, begun_at: now, seen_at: now };
    await tx.insertInto('keyed_call').values(call).execute();
    return null;
  });
}

function selectCall(tx: Write, { tokenHash, key }: Omit<CallKey, 'holder'>) {
  return tx.selectFrom('keyed_call').where('token_hash', '=', tokenHash).where('key', '=', key);
}

function deleteCall(tx: Write, { tokenHash, key }: CallKey) {
  return tx
    .deleteFrom('keyed_call')
    .where('token_hash', '=', tokenHash)
    .where('key', '=', key)
    .execute();
}

type Changes = Partial<Omit<KeyedCall, 'token_hash' | 'key'>>;

function updateCall(tx: Write, { tokenHash, key }: CallKey, changes: Changes) {
  return tx
    .updateTable('keyed_call')
    .set(changes)
    .where('token_hash', '=', tokenHash)
    .where('key', '=', key);
}

/**
 * In each transaction of the call: once it has changed something, it must not run again. Throws
 * `call.key-busy` when another run has the key.
 */
export async function markChanged(
  tx: Write,
  key: CallKey,
  changes: readonly Change[],
): Promise<void> {
  const link = changes.findLast(({ kind }) => kind === 'link');
  const mark = { has_changed: 1, ...(link !== undefined && { code: link.key }) };
  const { numUpdatedRows } = await updateCall(tx, key, mark)
    .where('holder', '=', key.holder)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Problem('call.key-busy');
}

export function noteSeen(engine: Engine, key: CallKey, now: number): Promise<unknown> {
  return engine.write((tx) => updateCall(tx, key, { seen_at: now }).execute());
}

export function keepAnswer(
  engine: Engine,
  key: CallKey,
  answer: Pick<KeyedCall, 'status' | 'headers' | 'body'>,
): Promise<unknown> {
  return engine.write((tx) => updateCall(tx, key, answer).execute());
}

/** Frees the key of a call that changed nothing. */
export function freeKey(engine: Engine, { tokenHash, key, holder }: CallKey): Promise<unknown> {
  return engine.write((tx) =>
    tx
      .deleteFrom('keyed_call')
      .where('token_hash', '=', tokenHash)
      .where('key', '=', key)
      .where('holder', '=', holder)
      .where('has_changed', '=', 0)
      .execute(),
  );
}

export function deleteOldCalls(engine: Engine, now: number): Promise<unknown> {
  return engine.write((tx) =>
    tx
      .deleteFrom('keyed_call')
      .where('begun_at', '<=', now - KEPT_SECONDS)
      .execute(),
  );
}
