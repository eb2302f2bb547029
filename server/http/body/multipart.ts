import { Upload } from '../../../contracts/fields.ts';
import { readParameter } from './header-parameter.ts';

const BOUNDARY_MAX = 70;
/** In bytes: room for a file name in several forms. */
export const HEAD_MAX = 4096;
/** How often the content may contain the boundary. */
const FALSE_DELIMITERS_MAX = 10_000;

const HEAD_END = Buffer.from('\r\n\r\n');
const CR = 13;
const LF = 10;
const DASH = 45;

type Part = readonly [name: string, value: Upload | string];

/**
 * Implements RFC 7578. Files keep the media type that was sent. Searching for the boundary is faster
 * than reading each byte. Throws for malformed bodies.
 */
export function parseMultipart(bytes: Uint8Array, contentType: string, partsMax: number): Part[] {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boundary = readBoundary(contentType);
  const delimiters = new Delimiters(body, boundary);
  const parts: Part[] = [];
  let at = delimiters.first();
  while (at !== -1) {
    if (body[at] === DASH) return parts;
    if (parts.length === partsMax) throw new Error(`more than ${partsMax} parts`);
    const headEnd = body.subarray(at, at + HEAD_MAX).indexOf(HEAD_END);
    if (headEnd === -1) break;
    const contentStart = at + headEnd + 4;
    // A part without content may end with the line that ends its head.
    const next = delimiters.next(contentStart - 2);
    if (next === null) break;
    const head = decode(body.subarray(at, at + headEnd));
    parts.push(readPart(head, body.subarray(Math.min(contentStart, next.start), next.start)));
    at = next.end;
  }
  throw new Error('it is incomplete, or the head of a part is too long');
}

/** Throws for a content type without a usable one. */
export function readBoundary(contentType: string): string {
  const boundary = readParameter(contentType, 'boundary');
  if (boundary === null || boundary === '' || boundary.length > BOUNDARY_MAX) {
    throw new Error('its boundary is missing, or too long');
  }
  return boundary;
}

class Delimiters {
  readonly #body: Buffer;
  readonly #delimiter: Buffer;
  #falseOnes = 0;

  constructor(body: Buffer, boundary: string) {
    this.#body = body;
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  first(): number {
    const delimiter = this.#delimiter.subarray(2);
    return this.#find(delimiter, 0)?.end ?? -1;
  }

  next(from: number): { readonly start: number; readonly end: number } | null {
    return this.#find(this.#delimiter, from);
  }

  /** A delimiter ends its line or, with two dashes, the body. */
  #find(delimiter: Buffer, from: number) {
    for (let at = from; ; at += 1) {
      at = this.#body.indexOf(delimiter, at);
      if (at === -1) return null;
      const end = at + delimiter.length;
      const [byte, after] = [this.#body[end], this.#body[end + 1]];
      if ((byte === CR && after === LF) || (byte === DASH && after === DASH)) {
        return { start: at, end };
      }
      this.#falseOnes += 1;
      if (this.#falseOnes > FALSE_DELIMITERS_MAX)
        throw new Error('the boundary occurs in its content');
    }
  }
}

interface PartHead {
  readonly name: string;
  /** Null for a field that is no file. */
  readonly fileName: string | null;
  readonly type: string;
}

export function readPartHead(head: string): PartHead {
  let disposition = '';
  let type = '';
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (name === 'content-disposition') disposition = line.slice(colon + 1).trim();
    else if (name === 'content-type') type = line.slice(colon + 1).trim();
  }
  const isFormData = disposition.slice(0, 9).toLowerCase() === 'form-data';
  const name = isFormData ? readParameter(disposition, 'name') : null;
  if (name === null) throw new Error('a part has no name');
  return { name, fileName: readParameter(disposition, 'filename'), type };
}

function readPart(text: string, content: Uint8Array): Part {
  const { name, fileName, type } = readPartHead(text);
  return [name, fileName === null ? decode(content) : new Upload(fileName, type, content)];
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function decode(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}
