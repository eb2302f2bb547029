import { InvalidRequest } from './invalid-request.ts';
import { parseMultipart } from './multipart.ts';
import { Problem } from './problem.ts';

/** How long a body may take to arrive, in milliseconds. */
const BODY_DEADLINE_MS = 30_000;

/** Bodies that are announced no larger are read in one go, in bytes. */
const SMALL_BYTES = 64 * 1024;

/** Room for a body whose length is not announced, in bytes, until it needs more. */
const FIRST_BYTES = 16 * 1024;

type Fields = Record<string, unknown>;
type Pairs = Iterable<readonly [string, unknown]>;

/**
 * The fields of a request: of the query, or of a JSON, urlencoded or multipart body of at most
 * `maxBytes`. Fields that are `null` or `""` are absent, but for a `""` in one that is
 * `emptyable`; names sent twice, or as `name[]`, make an array. Throws InvalidRequest, or the
 * problems `call.too-large` and `call.too-slow`.
 */
export async function readFields(
  request: Request,
  maxBytes: number,
  emptyable: readonly string[] = [],
): Promise<Fields> {
  const fields = await readAllFields(request, maxBytes);
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || (value === '' && !emptyable.includes(name))) delete fields[name];
  }
  return fields;
}

async function readAllFields(request: Request, maxBytes: number): Promise<Fields> {
  if (request.method === 'GET') {
    // Not by way of URL: a Host header that is none must not keep the call from its answer.
    const start = request.url.indexOf('?');
    return collect(new URLSearchParams(start === -1 ? '' : request.url.slice(start)));
  }
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) return {};
  const contentType = request.headers.get('content-type') ?? 'application/json';
  const mediaType = contentType.split(';', 1)[0]!.trim().toLowerCase();
  if (mediaType === 'application/json' || mediaType === 'text/json') {
    return fromJson(decodeUtf8(bytes));
  }
  if (mediaType === 'application/x-www-form-urlencoded') {
    return collect(new URLSearchParams(decodeUtf8(bytes)));
  }
  if (mediaType === 'multipart/form-data') {
    return collect(fromMultipart(bytes, contentType));
  }
  throw malformed('Send JSON, application/x-www-form-urlencoded or multipart/form-data');
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > maxBytes) throw new Problem('call.too-large');
  if (announced > 0 && announced <= SMALL_BYTES) return readSmall(request);
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  let late = false;
  const deadline = setTimeout(() => {
    late = true;
    void reader.cancel().catch(() => undefined);
  }, BODY_DEADLINE_MS);
  // Each chunk goes to its place as it comes: ten megabytes at once would keep visitors waiting.
  let bytes = Buffer.allocUnsafeSlow(announced > 0 ? announced : FIRST_BYTES);
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (late) throw new Problem('call.too-slow');
      if (done) break;
      const end = length + value.length;
      if (end > maxBytes) throw new Problem('call.too-large');
      if (end > bytes.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(end, 2 * bytes.length));
        bytes.copy(larger, 0, 0, length);
        bytes = larger;
      }
      bytes.set(value, length);
      length = end;
    }
  } finally {
    clearTimeout(deadline);
    void reader.cancel().catch(() => undefined);
  }
  return bytes.subarray(0, length);
}

/** A stream for each of many small bodies would take longer than all else of reading them. */
async function readSmall(request: Request): Promise<Uint8Array> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const deadline = setTimeout(() => reject(new Problem('call.too-slow')), BODY_DEADLINE_MS);
  try {
    return await Promise.race([request.bytes(), late]);
  } finally {
    clearTimeout(deadline);
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed('The body is not UTF-8');
  }
}

function fromJson(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed('The body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed('The body must be a JSON object');
  }
  const fields: Fields = {};
  for (const [name, field] of Object.entries(value)) addField(fields, name, field);
  return fields;
}

function fromMultipart(bytes: Uint8Array, contentType: string): Pairs {
  try {
    return parseMultipart(bytes, contentType);
  } catch {
    throw malformed('The body is not multipart/form-data');
  }
}

function collect(entries: Pairs): Fields {
  const lists = new Map<string, unknown[]>();
  const repeated = new Set<string>();
  for (const [key, value] of entries) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key;
    const list = lists.get(name);
    if (list !== undefined || name !== key) repeated.add(name);
    if (list === undefined) lists.set(name, [value]);
    else list.push(value);
  }
  const fields: Fields = {};
  for (const [name, list] of lists) addField(fields, name, repeated.has(name) ? list : list[0]);
  return fields;
}

function addField(fields: Fields, name: string, value: unknown): void {
  if (name === '__proto__') return;
  // No database takes half a surrogate pair.
  fields[name] = typeof value === 'string' ? value.toWellFormed() : value;
}

function malformed(reason: string): InvalidRequest {
  return new InvalidRequest([{ field: '', key: 'bad.request', reason }]);
}
