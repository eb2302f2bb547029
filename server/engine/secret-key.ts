import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_FILE } from './data-directory.ts';

const KEY_BYTES = 32;

/** A new key that nobody knows. */
export function createSecretKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/**
 * The key that lies in the data directory, readable by its owner only; where there is none,
 * `first` becomes it.
 */
export function openSecretKey(dataDir: string, first = createSecretKey()): Buffer {
  const file = join(dataDir, KEY_FILE);
  const key = readKey(file) ?? createKey(file, first);
  if (key.length !== KEY_BYTES) throw new Error(`${file} must hold ${KEY_BYTES} bytes`);
  return key;
}

function readKey(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
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
