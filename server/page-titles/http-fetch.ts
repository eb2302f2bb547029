import { pipeline } from 'node:stream';
import zlib from 'node:zlib';
import type { AddressGuard } from '../outgoing/address-guard.ts';
import { ByteBudget } from '../outgoing/counted-connection.ts';
import { sendRequest } from '../outgoing/send-request.ts';
import type { Exchange } from '../outgoing/send-request.ts';

const MAX_REDIRECTS = 3;
const MAX_BODY_BYTES = 256 * 1024;
/** Bytes from the sockets of all hops: the body, and as much for headers, framing and TLS. */
const MAX_WIRE_BYTES = 2 * MAX_BODY_BYTES;
const DECODED_CHUNK_BYTES = 16 * 1024;
const REDIRECT_STATUS = new Set([301, 302, 303, 307, 308]);
/** Other names, like `identity` or `utf-8`, leave the body as it is, like in browsers. */
const CODINGS = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'compress', 'x-compress']);

const HEADERS = {
  'User-Agent': 'Brisk/1 (+link title)',
  Accept: 'text/html,application/xhtml+xml',
  'Accept-Encoding': 'gzip, deflate, br',
};

/**
 * Sends GET and follows up to 3 redirects. Each hop must be http(s), without credentials, on a
 * public address. Throws otherwise, or when `signal` aborts, which also ends the body. The caller
 * reads the body or closes it.
 */
export async function openResponse(
  target: string,
  guard: AddressGuard,
  signal: AbortSignal,
): Promise<Exchange> {
  const limits = { guard, signal, budget: new ByteBudget(MAX_WIRE_BYTES) };
  let url = parseTarget(target);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const exchange = await sendRequest(url, { method: 'GET', headers: HEADERS }, limits);
    const { status, headers } = exchange;
    if (!REDIRECT_STATUS.has(status) || headers.location === undefined) return exchange;
    exchange.close();
    // Header bytes arrive as Latin-1; browsers read them as UTF-8.
    url = parseTarget(Buffer.from(headers.location, 'latin1').toString(), url);
  }
  throw new Error('too many redirects');
}

/** At most 256 KB, decoded and on the wire. A broken body is yielded first, then it throws. */
export async function* readBody(exchange: Exchange): AsyncGenerator<Buffer> {
  try {
    yield* takeBytes(decodeBody(exchange));
  } finally {
    exchange.close();
  }
}

function parseTarget(target: string, base?: URL): URL {
  const url = new URL(target, base);
  if (url.username !== '' || url.password !== '') throw new Error('credentials in the URL');
  return url;
}

async function* takeBytes(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = MAX_BODY_BYTES;
  for await (const chunk of source) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

async function* decodeBody({ headers, body }: Exchange): AsyncGenerator<Buffer> {
  const [coding, ...others] = (headers['content-encoding'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => CODINGS.has(name));
  if (others.length > 0) throw new Error('several content codings');
  const received = takeBytes(body);
  if (coding === undefined) {
    yield* received;
    return;
  }
  const first = await received.next();
  if (first.done === true) return;
  const decoder = createDecoder(coding, first.value[0] ?? 0);
  let breakOff: unknown;
  const packed = (async function* resumeBody() {
    yield first.value;
    try {
      yield* received;
    } catch (error) {
      // An error in the pipeline would discard what the decoder still holds.
      breakOff = error;
    }
  })();
  // An error of the decoder reaches its reader.
  yield* pipeline(packed, decoder, ignoreError);
  if (breakOff !== undefined) throw breakOff;
}

/** Decoders emit small pieces and pause without a reader. A truncated stream ends without an error. */
function createDecoder(coding: string, firstByte: number): zlib.Gunzip | zlib.BrotliDecompress {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  const options = { chunkSize: DECODED_CHUNK_BYTES, finishFlush: Z_SYNC_FLUSH };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip(options);
    case 'deflate':
      // Should have zlib's header (RFC 1950: method 8), but some servers omit it (RFC 9110
      // §8.4.1.2).
      return (firstByte & 0x0f) === 8
        ? zlib.createInflate(options)
        : zlib.createInflateRaw(options);
    case 'br':
      // The first bits hold the window size (RFC 7932 §9.1). The decoder fills the window before
      // its first output: above 22 bits, a bomb would take up to 16 MB.
      if ((firstByte & 0x01) === 1 && ((firstByte >> 1) & 0x07) > 5) {
        throw new Error('brotli window above 4 MB');
      }
      return zlib.createBrotliDecompress({ ...options, finishFlush: BROTLI_OPERATION_FLUSH });
    default:
      throw new Error(`content coding ${coding}`);
  }
}

/** The reader gets the error already; without a listener it would end the process. */
function ignoreError(): void {}
