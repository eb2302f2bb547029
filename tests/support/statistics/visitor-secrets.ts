import { parquetMetadata } from 'hyparquet';
import type { Engine } from '../../../server/engine/engine.ts';
import { readLog } from './read-log.ts';

/** The length of a piece of a batch. A piece in a file shows that bytes of the batch are left. */
const PIECE_BYTES = 32;
/** From one piece to the next; less for a small batch. */
const PIECE_STEP = 997;
/** A hash has 48 bits; the other bits are 0. */
const HASH_BYTES = 6;

interface SecretsOptions {
  readonly isChosen?: (day: number) => boolean;
  /** The most hashes; the search for each takes time. */
  readonly hashesMax?: number;
}

/** Hashes, salts, and pieces of the batches' columns of hashes, by name: no file may have them. */
export async function collectSecrets(
  engine: Engine,
  { isChosen = () => true, hashesMax = Number.POSITIVE_INFINITY }: SecretsOptions = {},
): Promise<Map<string, Buffer>> {
  const secrets = new Map<string, Buffer>();
  const rows = (await readLog(engine)).filter(({ day }) => isChosen(day));
  const visitors = new Set(rows.flatMap(({ visitor }) => (visitor === null ? [] : [visitor])));
  for (const visitor of [...visitors].slice(0, hashesMax)) {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(visitor);
    secrets.set(`hash ${visitor}`, bytes.subarray(0, HASH_BYTES));
    secrets.set(`hash ${visitor} in digits`, Buffer.from(String(visitor)));
  }
  for (const { day, salt } of await engine.db.selectFrom('visitor_salt').selectAll().execute()) {
    if (!isChosen(day)) continue;
    secrets.set(`salt of ${day}`, Buffer.from(salt));
    secrets.set(`salt of ${day} in hex`, Buffer.from(Buffer.from(salt).toString('hex')));
  }
  const batches = engine.db.selectFrom('click_batch').selectAll().where('state', '=', 'open');
  for (const { id, day, body } of await batches.execute()) {
    if (!isChosen(day)) continue;
    for (const [from, to] of findHashes(body)) {
      const step = Math.min(PIECE_STEP, PIECE_BYTES + Math.floor((to - from) / 4));
      for (let at = from + PIECE_BYTES; at + PIECE_BYTES < to; at += step) {
        secrets.set(`byte ${at} of ${id}`, Buffer.from(body.subarray(at, at + PIECE_BYTES)));
      }
    }
  }
  return secrets;
}

/** Where a batch has the column of hashes, for each row group. */
function findHashes(body: Uint8Array): (readonly [number, number])[] {
  const { row_groups: groups } = parquetMetadata(Uint8Array.from(body).buffer);
  return groups.flatMap(({ columns }) =>
    columns.flatMap(({ meta_data: column }) => {
      if (column === undefined || column.path_in_schema[0] !== 'visitor') return [];
      const from = Number(column.dictionary_page_offset ?? column.data_page_offset);
      return [[from, from + Number(column.total_compressed_size)] as const];
    }),
  );
}

/** The names of the secrets that are stored. */
export function findSecrets(secrets: ReadonlyMap<string, Buffer>, stored: Buffer): string[] {
  return [...secrets].filter(([, bytes]) => stored.includes(bytes)).map(([name]) => name);
}
