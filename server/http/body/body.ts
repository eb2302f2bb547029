import { exceedsShape } from '../../../contracts/json-shape.ts';
import { BODY_MAX, DEPTH_MAX, type Route } from '../../../contracts/route.ts';
import { parseJson } from '../../../contracts/text.ts';
import { InvalidRequest } from '../invalid-request.ts';
import { parseMultipart } from './multipart.ts';

/** Each field costs more than its bytes. */
const FIELDS_MAX = 1024;
const BYTES_PER_FIELD = 256;

const URLENCODED = 'application/x-www-form-urlencoded';

/** The names that a caller chose have no prototype in their way. */
export type Fields = Record<string, unknown>;
type Pairs = Iterable<readonly [string, unknown]>;

type Limits = Pick<Route, 'bodyMax' | 'fieldsMax'>;

export function getFieldsMax({ bodyMax = BODY_MAX, fieldsMax }: Limits): number {
  return fieldsMax ?? Math.min(FIELDS_MAX, bodyMax / BYTES_PER_FIELD);
}

/** Repeated names and `name[]` make an array. Throws InvalidRequest. */
export function readFields(request: Request, body: Uint8Array, limits: Limits = {}): Fields {
  const fieldsMax = getFieldsMax(limits);
  if (request.method === 'GET') return readQuery(request);
  if (body.length === 0) return createFields();
  const contentType = readContentType(request);
  const mediaType = toMediaType(contentType);
  if (mediaType === 'application/json' || mediaType === 'text/json')
    return fromJson(body, fieldsMax);
  if (mediaType === URLENCODED) return fromPairs(decodeUtf8(body), fieldsMax);
  if (mediaType === 'multipart/form-data') {
    return groupFields(fromMultipart(body, contentType, fieldsMax));
  }
  throw createInvalidRequest(`Send JSON, ${URLENCODED} or multipart/form-data`);
}

export function readQuery({ url }: Request): Fields {
  // `URL` would throw for an invalid Host header, and the call would get no answer.
  const start = url.indexOf('?');
  return fromPairs(start === -1 ? '' : url.slice(start + 1), FIELDS_MAX);
}

export function readQueryForRefusal(request: Request): Fields {
  try {
    return readQuery(request);
  } catch {
    return createFields();
  }
}

/** `null` and `""` mean absent, except `""` in `emptyable` fields. */
export function dropEmpty(fields: Fields, emptyable: Route['emptyable'] = []): Fields {
  const given = createFields();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null && value !== '') given[name] = value;
    else if (emptyable.includes(name)) given[name] = '';
  }
  return given;
}

export function isUrlencoded(request: Request): boolean {
  return request.method !== 'GET' && toMediaType(readContentType(request)) === URLENCODED;
}

function readContentType(request: Request): string {
  return request.headers.get('content-type') ?? 'application/json';
}

function toMediaType(contentType: string): string {
  return contentType.split(';', 1)[0]!.trim().toLowerCase();
}

function createFields(): Fields {
  return Object.create(null) as Fields;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw createInvalidRequest('The body is not UTF-8');
  }
}

function fromPairs(text: string, fieldsMax: number): Fields {
  let pairs = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    pairs += 1;
    if (pairs > fieldsMax) throw tooManyFields(fieldsMax);
  }
  return groupFields(new URLSearchParams(text));
}

function fromJson(bytes: Uint8Array, fieldsMax: number): Fields {
  if (exceedsShape(bytes, { members: fieldsMax, depth: DEPTH_MAX })) throw tooManyFields(fieldsMax);
  const value = parseJson(decodeUtf8(bytes));
  if (value === undefined) throw createInvalidRequest('The body is not JSON');
  return toFields(value, 'The body');
}

/** Throws InvalidRequest for what is no object. */
export function toFields(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw createInvalidRequest(`${what} must be a JSON object`);
  }
  const fields = createFields();
  for (const [name, field] of Object.entries(value)) addField(fields, name, field);
  return fields;
}

function fromMultipart(bytes: Uint8Array, contentType: string, fieldsMax: number): Pairs {
  try {
    return parseMultipart(bytes, contentType, fieldsMax);
  } catch (error) {
    throw createInvalidRequest(`The body is not multipart/form-data: ${(error as Error).message}`);
  }
}

function groupFields(entries: Pairs): Fields {
  const lists = new Map<string, unknown[]>();
  const repeated = new Set<string>();
  for (const [key, value] of entries) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key;
    if (lists.has(name) || name !== key) repeated.add(name);
    lists.getOrInsert(name, []).push(value);
  }
  const fields = createFields();
  for (const [name, list] of lists) addField(fields, name, repeated.has(name) ? list : list[0]);
  return fields;
}

function addField(fields: Fields, name: string, value: unknown): void {
  // Databases refuse half a surrogate pair.
  fields[name] = typeof value === 'string' ? value.toWellFormed() : value;
}

function tooManyFields(fieldsMax: number): InvalidRequest {
  return createInvalidRequest(
    `More than ${fieldsMax} fields, or nested more than ${DEPTH_MAX} levels deep`,
  );
}

function createInvalidRequest(reason: string): InvalidRequest {
  return new InvalidRequest([{ field: '', key: 'bad.request', reason }]);
}
