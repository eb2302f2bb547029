import { expect } from 'bun:test';
import { basename } from 'node:path';
import { sql } from 'kysely';
import { openSqlite } from '../../../server/engine/sqlite/sqlite.ts';
import type { PostgresAt } from '../../postgres/postgres-at.ts';

/** The environment of a site on the database of this test run. */
export const SQLITE = { DATABASE_URL: '' };

/** The tables that a move copies, and their order for comparison. */
const keys = {
  link: 'id',
  deleted_link: 'id',
  tag: 'id',
  link_tag: 'link_id, tag_id',
  link_change: 'id',
  bulk_edit: 'id',
  account: 'id',
  session: 'token_hash',
  api_token: 'account_id',
  option: 'key',
  journal_segment: 'name',
  click_batch: 'id',
  visitor_salt: 'day',
  missed_code: 'day, code',
  alert: 'id',
  alert_delivery: 'alert_id',
  audit: 'id',
} as const;

type Rows = Readonly<Record<string, readonly string[]>>;

/** All rows of a site in a data directory. */
export function readRows(dataDir: string): Promise<Rows>;
/** All rows that a move copied to a database of a server; its own row of `audit` must be there. */
export function readRows(server: PostgresAt, url: string): Promise<Rows>;
export async function readRows(from: string | PostgresAt, url = ''): Promise<Rows> {
  const engine = typeof from === 'string' ? await openSqlite(from) : null;
  const rows: Record<string, string[]> = {};
  for (const [table, key] of Object.entries(keys)) {
    const text = `select * from ${table} order by ${key}`;
    const found =
      typeof from === 'string'
        ? (await sql.raw<object>(text).execute(engine!.db)).rows
        : await from.query(basename(url), text);
    rows[table] = found.map((row) => Object.values(row).map(write).join('|'));
  }
  await engine?.close();
  if (url !== '') expect(rows['audit']!.pop()).toContain('|site.moved|');
  return rows;
}

/** Drivers return bytes as different classes, and one returns large integers as text. */
function write(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
}
