import { availableParallelism } from 'node:os';
import { Connection } from './connection.ts';
import { loadDuckDb } from './load-duckdb.ts';

const MEMORY = '256MB';

/** A path for a database in memory. */
export const IN_MEMORY = ':memory:';

export interface Database {
  readonly db: Connection;
  readonly close: () => void;
}

/** `folder` takes what does not fit in memory. Throws `DuckDbUnavailable`. */
export async function openDatabase(
  dataDir: string,
  file: string,
  folder: string,
): Promise<Database> {
  const { DuckDBInstance } = await loadDuckDb(dataDir);
  const instance = await DuckDBInstance.create(file, {
    memory_limit: MEMORY,
    threads: String(Math.max(1, availableParallelism() - 1)),
    temp_directory: folder,
    // Batches are read once.
    enable_external_file_cache: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const db = new Connection(await instance.connect());
  return {
    db,
    close() {
      db.close();
      instance.closeSync();
    },
  };
}
