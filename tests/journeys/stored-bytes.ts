import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openTestEngine } from '../test-engine.ts';

/** All that a site has stored: the files of its data directory, and what its database holds. */
export async function readStored(dataDir: string): Promise<Buffer> {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  return Buffer.concat([...files, ...(await readTables(dataDir))]);
}

/** Every text and every bytes in the tables of a site. */
export async function readTables(dataDir: string): Promise<Buffer[]> {
  const engine = await openTestEngine(dataDir);
  const values: Buffer[] = [];
  for (const { name } of await engine.db.introspection.getTables()) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(engine.db);
    for (const value of rows.flatMap((row) => Object.values(row) as unknown[])) {
      if (typeof value === 'string' || value instanceof Uint8Array) values.push(Buffer.from(value));
    }
  }
  await engine.close();
  return values;
}
