import type { Engine, Reader } from './engine.ts';
import type { SqliteOptions } from './sqlite.ts';

/*
 * Of the two databases only the one that is used is loaded: processes that work for a server are to be
 * there soon.
 */

/** Where a site keeps its links. */
export interface DatabasePlace {
  readonly dataDir: string;
  /** Of a PostgreSQL that several servers may share; null: SQLite in the data directory. */
  readonly databaseUrl: string | null;
}

/** Opens the database of a site, and creates or upgrades its tables. */
export async function openEngine(
  { dataDir, databaseUrl }: DatabasePlace,
  onError: (error: unknown) => void,
  options: Pick<SqliteOptions, 'asksForCheckpoints'> = {},
): Promise<Engine> {
  if (databaseUrl === null) {
    const { openSqlite } = await import('./sqlite.ts');
    return openSqlite(dataDir, options);
  }
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres({ databaseUrl, onError });
}

/** Opens it for another process of the server that has it open. */
export async function openReader(
  { dataDir, databaseUrl }: DatabasePlace,
  onError: (error: unknown) => void,
): Promise<Reader> {
  if (databaseUrl === null) {
    const { SqliteReader } = await import('./sqlite-reader.ts');
    return new SqliteReader(dataDir);
  }
  const { PostgresReader } = await import('./postgres-reader.ts');
  return PostgresReader.open(databaseUrl, onError);
}
