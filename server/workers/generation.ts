import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATION_FILE } from '../engine/data-directory.ts';

const BYTES = 4;

/**
 * A number in the data directory that moves on with every change of a link or a setting. Reading it
 * costs as much as reading memory, so that workers look at it before each answer: what they
 * remember is not old as long as it stands still.
 */
export class Generation {
  readonly #fd: number;
  readonly #bytes = Buffer.alloc(BYTES);

  /** Goes on where a former server left it: a full disk has no room for another file. */
  constructor(dataDir: string) {
    const { O_RDWR, O_CREAT } = constants;
    this.#fd = openSync(join(dataDir, GENERATION_FILE), O_RDWR | O_CREAT, 0o600);
    readSync(this.#fd, this.#bytes, 0, BYTES, 0);
    this.moveOn();
  }

  /** By `write(2)`, which fails in the open where a write to mapped memory would kill the process. */
  moveOn(): void {
    this.#bytes.writeUInt32LE((this.#bytes.readUInt32LE() + 1) % 2 ** 32);
    const written = writeSync(this.#fd, this.#bytes, 0, BYTES, 0);
    if (written !== BYTES) throw new Error('the generation cannot be written');
  }

  close(): void {
    closeSync(this.#fd);
  }
}

/** Looks at the generation of a data directory: each call gives the number of that moment. */
export function followGeneration(dataDir: string): () => number {
  const mapped = Bun.mmap(join(dataDir, GENERATION_FILE));
  const view = new Uint32Array(mapped.buffer, mapped.byteOffset, 1);
  return () => view[0]!;
}
