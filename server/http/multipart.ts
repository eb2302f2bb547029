import { Upload } from '../../contracts/fields.ts';

/** How many parts a body may have: each costs more than its bytes. */
const PARTS_MAX = 10_000;

type Part = readonly [name: string, value: Upload | string];

/**
 * The fields of a body of multipart/form-data (RFC 7578), files with the type that was sent. Ten
 * megabytes take a few milliseconds: the bytes are searched, not walked through. Throws for a body
 * that has another form.
 */
export function parseMultipart(bytes: Uint8Array, contentType: string): Part[] {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const delimiter = `--${readBoundary(contentType)}`;
  const parts: Part[] = [];
  let at = findDelimiter(body, delimiter, 0);
  while (at !== -1) {
    at += delimiter.length;
    if (body[at] === DASH) return parts;
    const headEnd = body.indexOf('\r\n\r\n', at);
    const next = headEnd === -1 ? -1 : findDelimiter(body, `\r\n${delimiter}`, headEnd + 2);
    if (next === -1 || parts.length === PARTS_MAX) break;
    const head = decode(body.subarray(at, headEnd));
    parts.push(readPart(head, body.subarray(Math.min(headEnd + 4, next), next)));
    at = next + 2;
  }
  throw new Error('the body is not multipart/form-data, or not whole');
}

const DASH = 45;

/** Where a delimiter stands that ends its line or, with two dashes, the body. */
function findDelimiter(body: Buffer, delimiter: string, from: number): number {
  for (let at = from; ; at += 1) {
    at = body.indexOf(delimiter, at);
    if (at === -1) return -1;
    const end = at + delimiter.length;
    if (['\r\n', '--'].includes(body.toString('latin1', end, end + 2))) return at;
  }
}

function readBoundary(contentType: string): string {
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) throw new Error('the boundary is missing');
  return boundary;
}

function readPart(head: string, content: Uint8Array): Part {
  const disposition = /^content-disposition:\s*form-data(.*)$/im.exec(head)?.[1] ?? '';
  const name = readParameter(disposition, 'name');
  if (name === null) throw new Error('a part has no name');
  const fileName = readParameter(disposition, 'filename');
  if (fileName === null) return [name, decode(content)];
  const type = /^content-type:\s*(.*?)\s*$/im.exec(head)?.[1] ?? '';
  return [name, new Upload(fileName, type, content)];
}

function readParameter(disposition: string, name: string): string | null {
  const pattern = new RegExp(`;\\s*${name}=(?:"((?:\\\\.|[^"\\\\])*)"|([^;\\s]+))`, 'i');
  const [, quoted, bare] = pattern.exec(disposition) ?? [];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? bare ?? null;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}
