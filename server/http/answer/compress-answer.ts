import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { chooseCoding } from './choose-coding.ts';

type MaybePromise<Value> = Value | Promise<Value>;

/** A smaller answer fits into one packet anyway. */
const MIN_BYTES = 1024;
/** A larger answer would keep another thread busy for long. */
const MAX_BYTES = 8 * 1024 * 1024;
const TYPE = /^(?:text\/(?:html|plain)|application\/(?:json|manifest\+json))(?:;|$)/;
/** A token and text from the request: their compressed length could reveal the token (BREACH). */
const SECRET = /\/api\/(?:login|user\/)/;
/** Keeps answers that are the same for all callers, such as the description of the API. */
const KEPT_MAX = 16;

const brotli = promisify(brotliCompress);
const zstd = promisify(zstdCompress);
const deflate = promisify(gzip);

const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** These compress on other threads. */
const compressors = {
  br: (bytes: Uint8Array) => brotli(bytes, { params }),
  zstd: (bytes: Uint8Array) => zstd(bytes),
  gzip: (bytes: Uint8Array) => deflate(bytes),
};

type Coding = keyof typeof compressors;

const codings: readonly Coding[] = ['br', 'zstd', 'gzip'];

const kept = new Map<string, Uint8Array<ArrayBuffer>>();

export function compressAnswer(
  request: Request,
  answer: MaybePromise<Response>,
): MaybePromise<Response> {
  if (answer instanceof Promise)
    return answer.then((response) => compressAnswer(request, response));
  const { headers } = answer;
  if (!TYPE.test(headers.get('content-type') ?? '') || SECRET.test(request.url)) return answer;
  if (headers.has('content-disposition')) return answer;
  // The files of the web page are stored compressed.
  if (headers.has('vary')) return answer;
  headers.set('Vary', 'Accept-Encoding');
  const coding = chooseCoding(request.headers.get('accept-encoding') ?? '', codings);
  const isPlain = !headers.has('content-encoding') && answer.status !== 304;
  return coding === null || !isPlain ? answer : pack(answer, coding);
}

async function pack(answer: Response, coding: Coding): Promise<Response> {
  const { status, headers } = answer;
  const bytes = await answer.bytes();
  if (bytes.length < MIN_BYTES || bytes.length > MAX_BYTES) {
    return new Response(bytes, { status, headers });
  }
  const key = `${coding} ${headers.get('etag')}`;
  const isPrivate = headers.get('cache-control')?.includes('no-store') === true;
  const mayKeep = headers.has('etag') && !isPrivate;
  const packed =
    (mayKeep ? kept.get(key) : undefined) ?? new Uint8Array(await compressors[coding](bytes));
  if (mayKeep && kept.size < KEPT_MAX) kept.set(key, packed);
  headers.set('Content-Encoding', coding);
  return new Response(packed, { status, headers });
}
