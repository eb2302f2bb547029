import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { sql } from 'kysely';
import { PROJECTION_FILE } from '../../server/engine/files/data-directory.ts';
import { readLog } from '../support/statistics/read-log.ts';
import { openTestEngine } from '../support/test-engine.ts';

/** Everything that a site has stored: its files, and the content of its database. */
export async function readStored(dataDir: string): Promise<Buffer> {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  return Buffer.concat([...files, ...(await readTables(dataDir))]);
}

/** All texts and bytes of the database, with the unpacked click log. */
export async function readTables(dataDir: string): Promise<Buffer[]> {
  const engine = await openTestEngine(dataDir);
  const values: Buffer[] = [];
  for (const { name } of await engine.db.introspection.getTables()) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(engine.db);
    for (const value of rows.flatMap((row) => Object.values(row) as unknown[])) {
      if (typeof value === 'string' || value instanceof Uint8Array) values.push(Buffer.from(value));
    }
  }
  for (const { texts } of await readLog(engine)) values.push(Buffer.from(JSON.stringify(texts)));
  await engine.close();
  return values;
}

/** All rows of the statistics projection; no process may have it open. */
export async function readProjection(dataDir: string): Promise<Buffer> {
  const instance = await DuckDBInstance.create(join(dataDir, PROJECTION_FILE));
  const connection = await instance.connect();
  try {
    const tables = await connection.runAndReadAll('select table_name from duckdb_tables()');
    const values: Buffer[] = [];
    for (const { table_name: table } of tables.getRowObjectsJson()) {
      const rows = await connection.runAndReadAll(`from "${table as string}"`);
      values.push(Buffer.from(JSON.stringify(rows.getRowsJson())));
    }
    return Buffer.concat(values);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
