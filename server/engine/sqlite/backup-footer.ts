import { createHash } from 'node:crypto';
import { appendFileSync, readSync, statSync, writeSync } from 'node:fs';
import { openFile } from '../files/data-directory.ts';

/*
 * A backup is a SQLite database with a footer, which SQLite ignores:
 *   16 bytes  "Brisk backup ", two digits (the format's number), a line feed
 *   32 bytes  SHA-256 of everything before it: SQLite's own checks miss many changes
 * Later formats keep the footer's place and length.
 */
const FORMAT = '01';
const MARK = /^Brisk backup (\d\d)\n$/;
const MARK_BYTES = 16;
const FOOTER_BYTES = MARK_BYTES + 32;

const CHUNK_BYTES = 1024 * 1024;

export function appendFooter(file: string): void {
  const mark = Buffer.from(`Brisk backup ${FORMAT}\n`);
  const hash = createHash('sha256');
  readThrough(file, statSync(file).size, (chunk) => hash.update(chunk));
  appendFileSync(file, Buffer.concat([mark, hash.update(mark).digest()]));
}

/** Does not verify the checksum. */
export function isBackup(file: string): boolean {
  const size = statSync(file).size - FOOTER_BYTES;
  return size > 0 && MARK.test(readFooter(file, size).toString('latin1', 0, MARK_BYTES));
}

/** The copy has mode 0600. Throws for a wrong checksum or an unknown format. */
export function copyDatabase(backup: string, target: string): void {
  const size = statSync(backup).size - FOOTER_BYTES;
  const incomplete = `${backup} is not a complete backup of Brisk`;
  if (size <= 0) throw new Error(incomplete);
  const footer = readFooter(backup, size);
  const mark = footer.subarray(0, MARK_BYTES);
  const format = MARK.exec(mark.toString('latin1'))?.[1];
  if (format === undefined) throw new Error(incomplete);
  const hash = createHash('sha256');
  {
    using copy = openFile(target, 'wx', 0o600);
    readThrough(backup, size, (chunk) => {
      hash.update(chunk);
      writeWhole(copy.fd, chunk);
    });
  }
  if (!hash.update(mark).digest().equals(footer.subarray(MARK_BYTES))) {
    throw new Error(`${backup} is damaged: its checksum does not match`);
  }
  if (format !== FORMAT) throw new Error(`${backup} was made by a newer version of Brisk`);
}

function readFooter(file: string, start: number): Buffer {
  const footer = Buffer.alloc(FOOTER_BYTES);
  using opened = openFile(file);
  readSync(opened.fd, footer, 0, FOOTER_BYTES, start);
  return footer;
}

function readThrough(file: string, length: number, visit: (chunk: Buffer) => void): void {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  using opened = openFile(file);
  for (let offset = 0; offset < length;) {
    const read = readSync(opened.fd, buffer, 0, Math.min(CHUNK_BYTES, length - offset), offset);
    if (read === 0) throw new Error(`${file} became shorter while it was read`);
    visit(buffer.subarray(0, read));
    offset += read;
  }
}

function writeWhole(fd: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) {
    written += writeSync(fd, bytes, written);
  }
}
