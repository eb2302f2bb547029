import { join } from 'node:path';
import { findLockedPackage } from './locked-packages.ts';
import { packDuckDb } from './pack-duckdb.ts';

interface Target {
  /** Bun's name of the target. */
  readonly bun: Bun.Build.CompileTarget;
  /** Suffixes of the package names of Bun and DuckDB. */
  readonly bunPackage: string;
  readonly duckDbPackage: string;
}

export const targets: Readonly<Record<string, Target>> = {
  'linux-x64': { bun: 'bun-linux-x64', bunPackage: 'linux-x64', duckDbPackage: 'linux-x64' },
  'linux-arm64': {
    bun: 'bun-linux-arm64',
    bunPackage: 'linux-aarch64',
    duckDbPackage: 'linux-arm64',
  },
  'linux-x64-musl': {
    bun: 'bun-linux-x64-musl',
    bunPackage: 'linux-x64-musl',
    duckDbPackage: 'linux-x64-musl',
  },
  'linux-arm64-musl': {
    bun: 'bun-linux-arm64-musl',
    bunPackage: 'linux-aarch64-musl',
    duckDbPackage: 'linux-arm64-musl',
  },
  'darwin-x64': { bun: 'bun-darwin-x64', bunPackage: 'darwin-x64', duckDbPackage: 'darwin-x64' },
  'darwin-arm64': {
    bun: 'bun-darwin-arm64',
    bunPackage: 'darwin-aarch64',
    duckDbPackage: 'darwin-arm64',
  },
  'windows-x64': { bun: 'bun-windows-x64', bunPackage: 'windows-x64', duckDbPackage: 'win32-x64' },
};

export async function prepareTarget(name: string) {
  const target = targets[name];
  if (target === undefined) {
    throw new Error(
      `there is no Bun or DuckDB for "${name}": choose one of ${Object.keys(targets).join(', ')}`,
    );
  }
  const bun = await findLockedPackage(`@oven/bun-${target.bunPackage}`);
  const duckDb = await findLockedPackage(`@duckdb/node-bindings-${target.duckDbPackage}`);
  const executable = name.startsWith('windows') ? 'bun.exe' : 'bun';
  return {
    target: target.bun,
    executablePath: join(bun, 'bin', executable),
    packedDuckDb: packDuckDb(duckDb, name),
  };
}

export function findOwnTarget(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const isMusl = process.platform === 'linux' && process.execPath.includes('-musl');
  return `${platform}-${process.arch}${isMusl ? '-musl' : ''}`;
}
