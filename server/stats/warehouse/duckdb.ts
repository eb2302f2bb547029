import { availableParallelism } from 'node:os';
import type * as DuckDbModule from '@duckdb/node-api';
import { Connection } from './connection.ts';
import { provideBinding } from './native-binding.ts';
import { FolderFailure, openPackedBinding } from './packed-binding.ts';

interface Rule {
  readonly pattern: RegExp;
  readonly reason: string;
  readonly hint: string;
}

const rules: readonly Rule[] = [
  {
    pattern: /GLIBC(?:XX)?_[\d.]+'? not found|CXXABI_[\d.]+'? not found/,
    reason: 'the C or C++ library of this system is too old',
    hint: 'use a newer system or the Docker image',
  },
  {
    pattern: /libc\.so|ld-linux|ld-musl|libc\.musl|symbol not found|relocating/,
    reason: 'the C library of this system is of another kind',
    hint: 'use the executable for this system: linux-x64 and linux-arm64 need glibc, those with -musl need musl',
  },
  {
    pattern: /libstdc\+\+|libgcc_s/,
    reason: 'the C++ library is missing',
    hint: 'install the package libstdc++6 (Debian) or libstdc++ (Alpine)',
  },
  {
    pattern: /failed to map segment|dlopen.*Operation not permitted|not valid for use in process/,
    reason: 'the file system does not let programs run',
    hint: 'mount it without noexec, or set TMPDIR to a folder that is',
  },
  {
    pattern: /ENOSPC|EDQUOT|no space left/i,
    reason: 'there is no room',
    hint: 'free 80 MB',
  },
  {
    pattern: /EROFS|EACCES|EPERM|another user/,
    reason: 'the folder cannot be written',
    hint: 'let the user that runs Brisk own it',
  },
  { pattern: /ENOTDIR/, reason: 'a file is in its place', hint: 'move the file away' },
  { pattern: /ENOENT/, reason: 'the folder does not exist', hint: 'create it' },
  {
    pattern: /unsupported arch|Cannot find (?:module|package)/,
    reason: `there is no DuckDB for ${process.platform}-${process.arch} here`,
    hint: 'run npm ci, or use a platform that DuckDB supports',
  },
];

export function describeLoadFailure(error: unknown): string {
  const failures: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const byReason = Map.groupBy(failures, describeReason);
  const reasons = [...byReason].map(([reason, alike]) => {
    const folders = alike.flatMap((failure) =>
      failure instanceof FolderFailure ? [failure.folder] : [],
    );
    return folders.length === 0 ? reason : `${folders.join(' and ')}: ${reason}`;
  });
  return `DuckDB cannot be loaded: ${reasons.join('; ')}`;
}

function describeReason(failure: unknown): string {
  const cause = failure instanceof FolderFailure ? failure.cause : failure;
  const text = cause instanceof Error ? cause.message : String(cause);
  const rule = rules.find(({ pattern }) => pattern.test(text));
  return rule === undefined ? text : `${rule.reason} (${rule.hint})`;
}

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
function loadDuckDb(dataDir: string): Promise<DuckDb> {
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

const MEMORY = '256MB';

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
