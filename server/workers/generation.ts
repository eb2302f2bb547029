import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATION_FILE } from '../engine/files/data-directory.ts';

const BYTES = 4;

/** Grows with every change. Workers compare it before each answer: one access to mapped memory. */
export class Generation {
  readonly #fd: number;
  readonly #bytes = Buffer.alloc(BYTES);

  /** Continues an existing file, because a full disk has no room for another. */
  constructor(dataDir: string) {
    const { O_RDWR, O_CREAT } = constants;
    this.#fd = openSync(join(dataDir, GENERATION_FILE), O_RDWR | O_CREAT, 0o600);
    readSync(this.#fd, this.#bytes, 0, BYTES, 0);
    this.increment();
  }

  /** `write` fails with an error where a write to mapped memory would kill the process. */
  increment(): void {
    this.#bytes.writeUInt32LE((this.#bytes.readUInt32LE() + 1) % 2 ** 32);
    const written = writeSync(this.#fd, this.#bytes, 0, BYTES, 0);
    if (written !== BYTES) throw new Error(`cannot write the file ${GENERATION_FILE}`);
  }

  close(): void {
    closeSync(this.#fd);
  }
}

export function openGenerationReader(dataDir: string): () => number {
  const mapped = Bun.mmap(join(dataDir, GENERATION_FILE));
  const view = new Uint32Array(mapped.buffer, mapped.byteOffset, 1);
  return () => view[0]!;
}
