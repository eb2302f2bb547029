import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_FILE } from './data-directory.ts';

export const KEY_BYTES = 32;

/** A new key that nobody knows. */
export function createSecretKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/**
 * The key that lies in the data directory, readable by its owner only; where there is none,
 * `first` becomes it. A key that cannot be read, or is not whole, is put aside.
 */
export function openSecretKey(dataDir: string, first = createSecretKey()): Buffer {
  const file = join(dataDir, KEY_FILE);
  return readKey(file) ?? createKey(file, first);
}

function readKey(file: string): Buffer | null {
  try {
    const key = readFileSync(file);
    if (key.length === KEY_BYTES) return key;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    // A link that leads nowhere would be in the way of a new key.
    if (isMissing && lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== true) {
      return null;
    }
  }
  renameSync(file, `${file}.unusable-${Date.now()}`);
  return null;
}

/** Written aside and then linked: a kill leaves no half key, and of two processes one wins. */
function createKey(file: string, key: Buffer): Buffer {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, key, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file);
}
