import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** APPNOTE.TXT of PKWARE: version 2.0, names in UTF-8, deflated. */
const VERSION = 20;
const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
/** 1980-01-01, the first day of the format: equal statistics give equal files. */
const DATE = 0x0021;

interface Entry {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Packs small files, which are in memory, into a zip file. Compression runs on another thread. */
export async function packZip(entries: readonly Entry[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const packed = await deflate(content);
    const nameBytes = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(VERSION, 0);
    shared.writeUInt16LE(UTF8_NAMES, 2);
    shared.writeUInt16LE(DEFLATED, 4);
    shared.writeUInt16LE(DATE, 8);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(nameBytes.length, 22);
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), shared, nameBytes]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const made = Buffer.from([VERSION, 0]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), made, shared, rest, nameBytes]));
    parts.push(head, packed);
    offset += head.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Uint8Array.from(Buffer.concat([...parts, listed, end]));
}
