import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_FILE } from './data-directory.ts';

export const KEY_BYTES = 32;

export function createSecretKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** Creates the key from `first` if it is missing. Renames an unreadable or invalid key. */
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
    // A dangling link would block the new key.
    if (isMissing && lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== true) {
      return null;
    }
  }
  renameSync(file, `${file}.unusable-${Date.now()}`);
  return null;
}

/** Links a temporary file: a kill leaves no half key, and of two processes one wins. */
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
