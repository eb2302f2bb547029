import type * as DuckDbModule from '@duckdb/node-api';
import { describeLoadFailure } from './load-failure.ts';
import { provideBinding } from './native-binding.ts';
import { openPackedBinding } from './packed-binding.ts';

type DuckDb = typeof DuckDbModule;

/** DuckDB cannot run here. The message says why, and how to mend it. */
export class DuckDbUnavailable extends Error {
  constructor(cause: unknown) {
    super(describeLoadFailure(cause), { cause });
    this.name = 'DuckDbUnavailable';
  }
}

/** How long a failure is remembered, in milliseconds. */
const RETRY_MS = 60_000;

let loading: Promise<DuckDb> | null = null;

/**
 * DuckDB, loaded when it is first needed. The executable unpacks its library into
 * `DATA_DIR/cache`, or else into the system's folder for temporary files. A failure is remembered for
 * a minute, as each attempt may write 70 MB. Throws `DuckDbUnavailable`.
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

/** The version of DuckDB, asked of DuckDB by SQL. Throws `DuckDbUnavailable`. */
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
