import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NativeBinding } from './native-binding.ts';
import { isUnpacked, unpack, type PackedFile } from './unpack.ts';

/** The folder within the executable that `scripts/pack-duckdb.ts` makes. */
const PACKED = join(import.meta.dir, 'duckdb');
const PREFIX = 'duckdb-';

/** What `manifest.json` in the packed folder says. */
export interface Manifest {
  /** Version and platform: the name of the folder where the files are unpacked. */
  readonly key: string;
  /** The library that exports the binding. */
  readonly main: string;
  readonly files: readonly PackedFile[];
}

/** A folder from which the library could not be loaded. */
export class FolderFailure extends Error {
  readonly folder: string;

  constructor(folder: string, cause: unknown) {
    super(folder, { cause });
    this.folder = folder;
  }
}

/**
 * Loads the library that is packed in the executable, and unpacks it first where that is needed.
 * Throws an `AggregateError` with a `FolderFailure` for each folder.
 */
export async function openPackedBinding(dataDir: string): Promise<NativeBinding> {
  const manifest = JSON.parse(readFileSync(join(PACKED, 'manifest.json'), 'utf8')) as Manifest;
  const failures: FolderFailure[] = [];
  const isReady = ({ parent }: Parent): boolean =>
    isUnpacked(manifest.files, join(parent, manifest.key));
  // A folder that has the files works: it was chosen before.
  const parents = Map.groupBy(listParents(dataDir), isReady);
  for (const { owner, parent } of [...(parents.get(true) ?? []), ...(parents.get(false) ?? [])]) {
    try {
      return await openFrom(manifest, owner, parent);
    } catch (error) {
      failures.push(new FolderFailure(parent, error));
    }
  }
  throw new AggregateError(failures);
}

interface Parent {
  /** A directory that must belong to the user of this process: another user could swap the files. */
  readonly owner: string;
  readonly parent: string;
}

function listParents(dataDir: string): Parent[] {
  const temporary = join(tmpdir(), `brisk-${process.getuid?.() ?? 0}`);
  return [
    { owner: dataDir, parent: join(dataDir, 'cache') },
    { owner: temporary, parent: temporary },
  ];
}

async function openFrom(manifest: Manifest, owner: string, parent: string): Promise<NativeBinding> {
  // Never creates the data directory itself.
  makeDirectory(parent);
  const { uid } = lstatSync(owner);
  if (process.getuid !== undefined && uid !== process.getuid()) {
    throw new Error('it belongs to another user');
  }
  const folder = join(parent, manifest.key);
  makeDirectory(folder);
  await unpack(manifest.files, PACKED, folder);
  const module: { exports: NativeBinding } = { exports: {} };
  try {
    process.dlopen(module, join(folder, manifest.main));
  } catch (error) {
    // 70 MB that do not work here are not worth keeping.
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  removeOtherVersions(parent, manifest.key);
  return module.exports;
}

function makeDirectory(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** A process that has an old version loaded keeps it: its files live until they are closed. */
function removeOtherVersions(parent: string, key: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX) || name === key) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // Windows keeps files that are loaded.
    }
  }
}
