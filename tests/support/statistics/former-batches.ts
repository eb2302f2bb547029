import { DuckDBInstance } from '@duckdb/node-api';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dimension } from '../../../contracts/stats/stats.constants.ts';
import type { Engine } from '../../../server/engine/engine.ts';

/** Turns all batches into those of a version without a dimension, which an upgrade may find. */
export async function dropColumn(engine: Engine, dimension: Dimension): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'brisk-former-'));
  const [from, to] = [join(folder, 'from.parquet'), join(folder, 'to.parquet')];
  const instance = await DuckDBInstance.create(':memory:');
  const db = await instance.connect();
  for (const { id, body } of await engine.db.selectFrom('click_batch').selectAll().execute()) {
    writeFileSync(from, body);
    await db.run(
      `copy (select * exclude (${dimension}) from read_parquet('${from}')) to '${to}' (format parquet, compression zstd)`,
    );
    const former = readFileSync(to);
    await engine.write((tx) =>
      tx
        .updateTable('click_batch')
        .set({ body: former, bytes: former.length })
        .where('id', '=', id)
        .execute(),
    );
  }
  db.closeSync();
  instance.closeSync();
  rmSync(folder, { recursive: true });
}
