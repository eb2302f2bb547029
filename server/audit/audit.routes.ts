import { hasRight } from '../../contracts/access.constants.ts';
import { exportAudit, listAudit, type AuditRow } from '../../contracts/people/audit.ts';
import { CSV_MARK, csvLine } from '../../contracts/csv.ts';
import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import type { Feature } from '../feature.ts';
import { signedIn, type Caller } from '../http/caller.ts';
import { endpoint, sendFile } from '../http/endpoint.ts';
import { actorOf } from './actor.ts';
import {
  countEvents,
  deleteOldEvents,
  selectEvents,
  type AuditFilter,
  type StoredEvent,
} from './audit.store.ts';
import { recordSaved } from './record.ts';

const DAY_SECONDS = 86_400;
/** Rows of an export that are read at once. */
const BATCH = 500;

interface AuditOptions {
  readonly engine: Engine;
  /** How long rows are kept. */
  readonly days: () => number;
  readonly onError: (error: unknown) => void;
}

/** Who did what: a list, its export, and its end after some time. */
export function openAudit({ engine, days, onError }: AuditOptions): Feature {
  return {
    routes: [
      endpoint(listAudit, async ({ page, limit, ...wanted }, { caller }) => {
        const filter = withinRights(caller, wanted);
        if (filter === null) return { total: 0, page, limit, rows: [] };
        const total = await countEvents(engine, filter);
        const slice = { skip: (page - 1) * limit, size: limit };
        const rows = await selectEvents(engine, filter, slice);
        return { total, page, limit, rows: rows.map(showEvent) };
      }),
      endpoint(exportAudit, async ({ format, ...wanted }, call) => {
        const filter = withinRights(call.caller, wanted);
        await recordSaved(engine, actorOf(call), 'audit.exported', onError);
        const day = new Date().toISOString().slice(0, 10);
        const write = format === 'csv' ? writeCsv : writeJson;
        const type = format === 'csv' ? 'text/csv' : 'application/json';
        const rows = filter === null ? noRows() : readRows(engine, filter);
        const body = streamTexts(write(rows));
        return sendFile(`brisk-audit-${day}.${format}`, `${type}; charset=utf-8`, body);
      }),
    ],
    jobs: [
      {
        name: 'delete old records of who did what',
        everySeconds: 3600,
        isForLeader: true,
        run: () => deleteOldEvents(engine, nowSeconds() - days() * DAY_SECONDS),
      },
    ],
  };
}

/** Without the right to all, a caller sees what it did itself. Null: nothing of what it wants. */
function withinRights(caller: Caller, wanted: AuditFilter): AuditFilter | null {
  const signed = signedIn(caller);
  if (hasRight(signed, 'audit')) return wanted;
  if (wanted.actor !== undefined && wanted.actor !== signed.account) return null;
  return { ...wanted, actor: signed.account };
}

function showEvent(row: StoredEvent): AuditRow {
  const { target_kind: kind, target_id: id, target_name: name } = row;
  return {
    id: row.id,
    at: row.at,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    token: row.token_name ?? (row.token_id === 0 ? '' : `ended token ${row.token_id}`),
    way: row.way,
    network: row.network,
    action: row.action,
    target: kind === '' ? null : { kind, id, name },
    from: readValues(row.former),
    to: readValues(row.present),
    times: row.times,
  };
}

function readValues(text: string): unknown {
  return text === '' ? null : JSON.parse(text);
}

export async function* readRows(engine: Engine, filter: AuditFilter): AsyncGenerator<AuditRow> {
  let before: number | undefined;
  for (;;) {
    const rows = await selectEvents(engine, filter, {
      size: BATCH,
      ...(before !== undefined && { before }),
    });
    yield* rows.map(showEvent);
    before = rows.at(-1)?.id;
    if (before === undefined || rows.length < BATCH) return;
  }
}

async function* noRows(): AsyncGenerator<AuditRow> {
  // Nothing is within the rights of the caller.
}

const columns = [
  'id',
  'at',
  'actor',
  'token',
  'way',
  'network',
  'action',
  'target',
  'target_id',
  'target_name',
  'from',
  'to',
  'times',
];

async function* writeCsv(rows: AsyncIterable<AuditRow>): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(columns);
  for await (const { id, at, actor, target, from, to, ...row } of rows) {
    yield csvLine([
      id,
      new Date(at * 1000).toISOString(),
      actor.name,
      row.token,
      row.way,
      row.network,
      row.action,
      target?.kind ?? '',
      target?.id ?? '',
      target?.name ?? '',
      from === null ? '' : JSON.stringify(from),
      to === null ? '' : JSON.stringify(to),
      row.times,
    ]);
  }
}

async function* writeJson(rows: AsyncIterable<AuditRow>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** Rows are read as the reader takes them. */
function streamTexts(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await texts.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await texts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
