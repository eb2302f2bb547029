import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A data directory from which DuckDB's library cannot be loaded. */
interface Unloadable extends Disposable {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  /** What the page says of it, in part. */
  readonly reason: RegExp;
  /** Does what the reason says. */
  mend(): void;
}

/** Neither folder for the library takes a file. */
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

/** Both folders lie on a file system that lets no program run. */
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

/** Only some users may mount. */
function mayMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'brisk-mount-'));
  const isMounted = run('mount', '-t', 'tmpfs', '-o', 'noexec', 'tmpfs', place);
  if (isMounted) run('umount', place);
  rmSync(place, { recursive: true });
  return isMounted;
}

/** The ways in which a library cannot be loaded that can be had on this machine. */
export const unloadables: readonly (readonly [string, () => Unloadable])[] = [
  ['no folder takes the library', blockFolders],
  ...(mayMount() ? [['the folders are mounted noexec', mountNoexec] as const] : []),
];
