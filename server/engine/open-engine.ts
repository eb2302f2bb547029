import type { Engine, Reader } from './engine.ts';
import type { SqliteOptions } from './sqlite/sqlite.ts';

/** Imports only the database in use: commands and workers must start quickly. */

export interface DatabasePlace {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
}

export async function openEngine(
  { dataDir, databaseUrl }: DatabasePlace,
  onError: (error: unknown) => void,
  options: Pick<SqliteOptions, 'asksForCheckpoints'> = {},
): Promise<Engine> {
  if (databaseUrl === null) {
    const { openSqlite } = await import('./sqlite/sqlite.ts');
    return openSqlite(dataDir, options);
  }
  const { openPostgres } = await import('./postgres/postgres.ts');
  return openPostgres({ databaseUrl, onError });
}

export async function openReader(
  { dataDir, databaseUrl }: DatabasePlace,
  onError: (error: unknown) => void,
): Promise<Reader> {
  if (databaseUrl === null) {
    const { SqliteReader } = await import('./sqlite/reader.ts');
    return new SqliteReader(dataDir);
  }
  const { openPostgresReader } = await import('./postgres/reader.ts');
  return openPostgresReader(databaseUrl, onError);
}
