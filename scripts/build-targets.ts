import { join } from 'node:path';
import { findLockedPackage } from './locked-packages.ts';
import { packDuckDb } from './pack-duckdb.ts';

export const targets = [
  'linux-x64',
  'linux-arm64',
  'linux-x64-musl',
  'linux-arm64-musl',
  'darwin-x64',
  'darwin-arm64',
  'windows-x64',
] as const;

export async function prepareTarget(name: string) {
  const target = targets.find((known) => known === name);
  if (target === undefined) {
    throw new Error(`there is no Bun or DuckDB for "${name}": choose one of ${targets.join(', ')}`);
  }
  // Each names processors and systems in its own way.
  const bunPackage = `@oven/bun-${target.replace('arm64', 'aarch64')}`;
  const duckDbPackage = `@duckdb/node-bindings-${target.replace('windows', 'win32')}`;
  const bun = await findLockedPackage(bunPackage);
  const duckDb = await findLockedPackage(duckDbPackage);
  const executable = target.startsWith('windows') ? 'bun.exe' : 'bun';
  return {
    target: `bun-${target}` as const,
    executablePath: join(bun, 'bin', executable),
    packedDuckDb: packDuckDb(duckDb, target),
  };
}

export function findOwnTarget(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const isMusl = process.platform === 'linux' && process.execPath.includes('-musl');
  return `${platform}-${process.arch}${isMusl ? '-musl' : ''}`;
}
