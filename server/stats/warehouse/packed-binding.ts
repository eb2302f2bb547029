import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NativeBinding } from './native-binding.ts';
import { isUnpacked, unpack, type PackedFile } from './unpack.ts';

const PACKED = join(import.meta.dir, 'duckdb');
const PREFIX = 'duckdb-';

export interface Manifest {
  readonly key: string;
  readonly main: string;
  readonly files: readonly PackedFile[];
}

export class FolderFailure extends Error {
  readonly folder: string;

  constructor(folder: string, cause: unknown) {
    super(folder, { cause });
    this.folder = folder;
  }
}

/** Unpacks if needed. Throws an `AggregateError` with a `FolderFailure` for each folder. */
export async function openPackedBinding(dataDir: string): Promise<NativeBinding> {
  const manifest = JSON.parse(readFileSync(join(PACKED, 'manifest.json'), 'utf8')) as Manifest;
  const failures: FolderFailure[] = [];
  const isReady = ({ parent }: Parent): boolean =>
    isUnpacked(manifest.files, join(parent, manifest.key));
  // Folders with unpacked files come first: they worked before.
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
  /** This process's user must own it: another user could swap the files. */
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
  // Must not create the data directory itself.
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
    // A broken library of 70 MB is not worth keeping.
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
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** A process with an old version keeps it: deleted files live until they are closed. */
function removeOtherVersions(parent: string, key: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX) || name === key) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {}
  }
}
