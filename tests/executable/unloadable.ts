import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A data directory from which DuckDB cannot be loaded. */
interface Unloadable extends Disposable {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  /** A part of the reason that the page shows. */
  readonly reason: RegExp;
  /** Repairs the cause as the reason suggests. */
  mend(): void;
}

/** Neither folder accepts the library. */
function blockFolders(): Unloadable {
  const place = mkdtempSync(join(tmpdir(), 'brisk-unloadable-'));
  const dataDir = join(place, 'site');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'cache'), '');
  return {
    dataDir,
    env: { TMPDIR: join(place, 'none') },
    reason: /a file is in its place \(move the file away\)/,
    mend: () => rmSync(join(dataDir, 'cache')),
    [Symbol.dispose]: () => rmSync(place, { recursive: true }),
  };
}

/** Both folders are on a file system without execute permission. */
function mountNoexec(): Unloadable {
  const place = mkdtempSync(join(tmpdir(), 'brisk-noexec-'));
  mount('-t', 'tmpfs', '-o', 'noexec,mode=700', 'tmpfs', place);
  const dataDir = join(place, 'site');
  const temporary = join(place, 'temporary');
  mkdirSync(temporary);
  return {
    dataDir,
    env: { TMPDIR: temporary },
    reason: /the file system does not let programs run \(mount it without noexec/,
    mend: () => mount('-o', 'remount,exec', place),
    [Symbol.dispose]() {
      run('umount', '--lazy', place);
      rmSync(place, { recursive: true });
    },
  };
}

function mount(...args: readonly string[]): void {
  if (!run('mount', ...args)) throw new Error(`mount ${args.join(' ')} failed`);
}

function run(...command: readonly string[]): boolean {
  return Bun.spawnSync([...command], { stderr: 'ignore' }).success;
}

function mayMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'brisk-mount-'));
  const isMounted = run('mount', '-t', 'tmpfs', '-o', 'noexec', 'tmpfs', place);
  if (isMounted) run('umount', place);
  rmSync(place, { recursive: true });
  return isMounted;
}

/** The causes that this machine can produce. */
export const unloadables: readonly (readonly [string, () => Unloadable])[] = [
  ['no folder takes the library', blockFolders],
  ...(mayMount() ? [['the folders are mounted noexec', mountNoexec] as const] : []),
];
