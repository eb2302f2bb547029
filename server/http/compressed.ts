import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { accepts } from './accepts.ts';

type MaybePromise<Value> = Value | Promise<Value>;

/** What is smaller fits into one packet anyway. */
const MIN_BYTES = 1024;
/** What is larger would keep another thread for long. */
const MAX_BYTES = 8 * 1024 * 1024;
const TYPE = /^(?:text\/(?:html|plain)|application\/(?:json|manifest\+json))(?:;|$)/;
/**
 * Answers that hold a token beside what the request said, such as its user agent. From their
 * compressed lengths the token could be guessed bit by bit (BREACH).
 */
const SECRET = /\/api\/(?:login|user\/)/;
/** Of answers that come again and again, such as the description of the API. */
const KEPT_MAX = 16;

const brotli = promisify(brotliCompress);
const zstd = promisify(zstdCompress);
const deflate = promisify(gzip);

const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** The best first. All work on other threads than the one that redirects. */
const codings = [
  { coding: 'br', compress: (bytes: Uint8Array) => brotli(bytes, { params }) },
  { coding: 'zstd', compress: (bytes: Uint8Array) => zstd(bytes) },
  { coding: 'gzip', compress: (bytes: Uint8Array) => deflate(bytes) },
] as const;

const kept = new Map<string, Uint8Array<ArrayBuffer>>();

/** Compresses an answer of text as its asker accepts it; downloads and streams go as they are. */
export function compressed(
  request: Request,
  answer: MaybePromise<Response>,
): MaybePromise<Response> {
  if (answer instanceof Promise) return answer.then((response) => compressed(request, response));
  const { headers } = answer;
  if (!TYPE.test(headers.get('content-type') ?? '') || SECRET.test(request.url)) return answer;
  if (headers.has('content-disposition')) return answer;
  headers.append('Vary', 'Accept-Encoding');
  const accepted = request.headers.get('accept-encoding') ?? '';
  const best = codings.find(({ coding }) => accepts(accepted, coding));
  const isPlain = !headers.has('content-encoding') && answer.status !== 304;
  return best === undefined || !isPlain ? answer : pack(answer, best);
}

async function pack(
  answer: Response,
  { coding, compress }: (typeof codings)[number],
): Promise<Response> {
  const { status, headers } = answer;
  const bytes = await answer.bytes();
  if (bytes.length < MIN_BYTES || bytes.length > MAX_BYTES) {
    return new Response(bytes, { status, headers });
  }
  const etag = headers.get('etag');
  const key = `${coding} ${etag}`;
  const packed = kept.get(key) ?? new Uint8Array(await compress(bytes));
  if (etag !== null && kept.size < KEPT_MAX) kept.set(key, packed);
  headers.set('Content-Encoding', coding);
  return new Response(packed, { status, headers });
}
