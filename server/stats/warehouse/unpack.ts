import {
  createWriteStream,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { openFile, syncToDisk } from '../../engine/files/data-directory.ts';

export interface PackedFile {
  readonly name: string;
  readonly size: number;
  readonly hash: string;
}

const DRAFT = '.draft';
/** An older draft belongs to a killed process, in milliseconds. */
const DRAFT_MS = 600_000;
const CHUNK_BYTES = 1_048_576;

export function isUnpacked(files: readonly PackedFile[], folder: string): boolean {
  try {
    return files.every(({ name, size }) => statSync(join(folder, name)).size === size);
  } catch {
    return false;
  }
}

/** Unpacks missing or damaged files. Each appears by a rename, so several processes may run it. */
export async function unpack(
  files: readonly PackedFile[],
  source: string,
  folder: string,
): Promise<void> {
  for (const file of files) {
    const target = join(folder, file.name);
    if (isIntact(file, target)) continue;
    const draft = `${target}.${crypto.randomUUID()}${DRAFT}`;
    try {
      // Streams of node:fs cannot open files inside the executable.
      const packed = Readable.from([readFileSync(join(source, `${file.name}.zst`))]);
      await pipeline(packed, createZstdDecompress(), createWriteStream(draft, { mode: 0o600 }));
      syncToDisk(draft, 'r+');
      if (!isIntact(file, draft)) throw new Error(`${file.name} was written incompletely`);
      renameSync(draft, target);
    } finally {
      rmSync(draft, { force: true });
    }
  }
  removeOldDrafts(folder);
}

/** A fast checksum against damage; it reads in chunks to save memory. */
export function hashFile(path: string): string {
  const chunk = new Uint8Array(CHUNK_BYTES);
  using file = openFile(path);
  let hash = 0n;
  for (let length; (length = readSync(file.fd, chunk)) > 0;) {
    hash = Bun.hash.xxHash3(chunk.subarray(0, length), hash);
  }
  return hash.toString(16);
}

function isIntact({ size, hash }: PackedFile, path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.size === size && hashFile(path) === hash;
}

function removeOldDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(DRAFT)) continue;
    const draft = join(folder, name);
    const changed = statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - changed > DRAFT_MS) rmSync(draft, { force: true });
  }
}
