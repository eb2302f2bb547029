import type * as DuckDbModule from '@duckdb/node-api';
import { describeLoadFailure } from './load-failure.ts';
import { provideBinding } from './native-binding.ts';
import { openPackedBinding } from './packed-binding.ts';

type DuckDb = typeof DuckDbModule;

/** DuckDB cannot run here; the message says why and how to fix it. */
export class DuckDbUnavailable extends Error {
  constructor(cause: unknown) {
    super(describeLoadFailure(cause), { cause });
    this.name = 'DuckDbUnavailable';
  }
}

const RETRY_MS = 60_000;

let loading: Promise<DuckDb> | null = null;

/**
 * Loads DuckDB when it is needed. The executable unpacks it to `DATA_DIR/cache`, else to the
 * temporary folder. A failure lasts a minute, because each attempt may write 70 MB. Throws
 * `DuckDbUnavailable`.
 */
export function loadDuckDb(dataDir: string): Promise<DuckDb> {
  loading ??= load(dataDir).catch((error: unknown) => {
    setTimeout(() => (loading = null), RETRY_MS).unref();
    throw new DuckDbUnavailable(error);
  });
  return loading;
}

async function load(dataDir: string): Promise<DuckDb> {
  if (Bun.isStandaloneExecutable) provideBinding(await openPackedBinding(dataDir));
  return import('@duckdb/node-api');
}

/** Throws `DuckDbUnavailable`. */
export async function readDuckDbVersion(dataDir: string): Promise<string> {
  const { DuckDBInstance } = await loadDuckDb(dataDir);
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    const reader = await connection.runAndReadAll('select version()');
    return String(reader.getRows()[0]?.[0]).replace(/^v/, '');
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
