import type { Engine, Reader } from './engine.ts';
import { openPostgres } from './postgres.ts';
import { PostgresReader } from './postgres-reader.ts';
import { openSqlite, type SqliteOptions } from './sqlite.ts';
import { SqliteReader } from './sqlite-reader.ts';

/** Where a site keeps its links. */
export interface DatabasePlace {
  readonly dataDir: string;
  /** Of a PostgreSQL that several servers may share; null: SQLite in the data directory. */
  readonly databaseUrl: string | null;
}

/** Opens the database of a site, and creates or upgrades its tables. */
export function openEngine(
  { dataDir, databaseUrl }: DatabasePlace,
  onError: (error: unknown) => void,
  options: Pick<SqliteOptions, 'asksForCheckpoints'> = {},
): Promise<Engine> {
  return databaseUrl === null
    ? openSqlite(dataDir, options)
    : openPostgres({ databaseUrl, onError });
}

/** Opens it for another process of the server that has it open. */
export function openReader(
  { dataDir, databaseUrl }: DatabasePlace,
  onError: (error: unknown) => void,
): Promise<Reader> {
  return databaseUrl === null
    ? Promise.resolve(new SqliteReader(dataDir))
    : PostgresReader.open(databaseUrl, onError);
}
