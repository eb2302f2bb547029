import { createReadStream, openSync, closeSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { createGunzip } from 'node:zlib';
import { unreadableFile } from '../refused-file.ts';
import type { SourceFile } from './row-source.ts';

const READ_BYTES = 256 * 1024;
/** Real dumps shrink to a tenth, at most to a fiftieth. A bomb shrinks to a thousandth. */
const EXPANSION_MAX = 200;
const SMALL_BYTES = 64 * 1024 * 1024;

/** `onRead` gets the bytes on disk that each reading has used so far. */
export function openDiskFile(
  path: string,
  name = basename(path),
  onRead: (bytes: number) => void = () => undefined,
): SourceFile {
  const { size } = statSync(path);
  const isGzip = hasGzipMagic(path);
  return {
    name,
    path,
    size,
    bytes: () => (isGzip ? gunzip(path, size, onRead) : readPlain(path, onRead)),
  };
}

/** SHA-256 of the bytes on disk. */
export async function digestFile(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) {
    hasher.update(chunk as Buffer);
  }
  return hasher.digest('hex');
}

function hasGzipMagic(path: string): boolean {
  const head = new Uint8Array(2);
  const file = openSync(path, 'r');
  try {
    return readSync(file, head) === 2 && head[0] === 0x1f && head[1] === 0x8b;
  } finally {
    closeSync(file);
  }
}

async function* readPlain(
  path: string,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) {
    const bytes = chunk as Buffer;
    read += bytes.length;
    onRead(read);
    yield bytes;
  }
}

async function* gunzip(
  path: string,
  size: number,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const most = SMALL_BYTES + size * EXPANSION_MAX;
  const packed = createReadStream(path, { highWaterMark: READ_BYTES });
  const unpacked = createGunzip({ chunkSize: READ_BYTES });
  packed.on('error', (error) => unpacked.destroy(error));
  let length = 0;
  try {
    for await (const chunk of packed.pipe(unpacked)) {
      const bytes = chunk as Buffer;
      length += bytes.length;
      if (length > most) throw unreadableFile('The gzip unpacks to far more than it should');
      onRead(packed.bytesRead);
      yield bytes;
    }
  } catch (error) {
    throw isDamage(error) ? unreadableFile('The gzip is damaged or incomplete') : error;
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
