import http from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream';
import zlib from 'node:zlib';
import { choosePublicAddress, pinLookup } from './address-guard.ts';
import type { AddressGuard } from './address-guard.ts';

const MAX_REDIRECTS = 3;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_BODY_BYTES = 256 * 1024;
const DECODED_CHUNK_BYTES = 16 * 1024;
const REDIRECT_STATUS = new Set([301, 302, 303, 307, 308]);

const HEADERS = {
  'User-Agent': 'Brisk/1 (+link title)',
  Accept: 'text/html,application/xhtml+xml',
  'Accept-Encoding': 'gzip, deflate, br',
};

/**
 * Sends GET and follows at most 3 redirects; each hop must be http or https, carry no credentials
 * and lead to public addresses only. Answers the first response that is no redirect, its body
 * unread; throws on anything else and when `signal` aborts, which also ends the body.
 */
export async function openResponse(
  target: string,
  guard: AddressGuard,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  let url = parseTarget(target);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await sendRequest(url, guard, signal);
    const { location } = response.headers;
    if (!REDIRECT_STATUS.has(response.statusCode ?? 0) || location === undefined) return response;
    response.destroy();
    // Header bytes arrive as Latin-1; browsers read them as UTF-8.
    url = parseTarget(Buffer.from(location, 'latin1').toString(), url);
  }
  throw new Error('too many redirects');
}

/**
 * The decoded body, at most 256 KB of it and of what it takes on the wire; throws when it breaks
 * off.
 */
export async function* readBody(response: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* takeBytes(decodeBody(response));
  } finally {
    response.destroy();
  }
}

function parseTarget(target: string, base?: URL): URL {
  const url = new URL(target, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('not http or https');
  if (url.username !== '' || url.password !== '') throw new Error('credentials in the URL');
  return url;
}

async function sendRequest(
  url: URL,
  guard: AddressGuard,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const address = await raceSignal(choosePublicAddress(url, guard), signal);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options: RequestOptions & https.RequestOptions = {
    agent: false,
    headers: HEADERS,
    lookup: pinLookup(address),
    maxHeaderSize: MAX_HEADER_BYTES,
    // Said aloud, or NODE_TLS_REJECT_UNAUTHORIZED=0 would switch it off.
    rejectUnauthorized: true,
    signal,
  };
  // A server name in TLS never ends in a dot (RFC 6066 §3), a host in a URL may.
  if (url.hostname.endsWith('.')) options.servername = url.hostname.slice(0, -1);
  const request = (url.protocol === 'https:' ? https : http).request(url, options);
  request.on('socket', (socket) => {
    socket.once('connect', () => {
      // Second line, should a runtime ever pass `lookup` over as Bun's fetch does.
      if (!guard.isPublic(socket.remoteAddress ?? '')) request.destroy(new Error('not public'));
    });
  });
  request.on('response', (response) => {
    response.on('error', ignoreError);
    resolve(response);
  });
  request.on('upgrade', (_response, socket) => {
    socket.destroy();
    reject(new Error('the server switched protocols'));
  });
  request.on('error', reject);
  request.end();
  return promise;
}

async function* takeBytes(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = MAX_BODY_BYTES;
  for await (const chunk of source) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

/** Undoes one content coding, and refuses a second. */
async function* decodeBody(response: IncomingMessage): AsyncGenerator<Buffer> {
  const coding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  const received = takeBytes(response);
  if (coding === '' || coding === 'identity') {
    yield* received;
    return;
  }
  const first = await received.next();
  if (first.done === true) return;
  const decoder = createDecoder(coding, first.value[0] ?? 0);
  const whole = (async function* resumeBody() {
    yield first.value;
    yield* received;
  })();
  // What goes wrong on either side reaches the reader through the decoder.
  yield* pipeline(whole, decoder, ignoreError);
}

/** Decoders give small pieces and stop when nobody reads; a stream that is cut off ends, not fails. */
function createDecoder(coding: string, firstByte: number): zlib.Gunzip | zlib.BrotliDecompress {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  const options = { chunkSize: DECODED_CHUNK_BYTES, finishFlush: Z_SYNC_FLUSH };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip(options);
    case 'deflate':
      // Meant with zlib's header (RFC 1950: method 8), but some send it raw (RFC 9110 §8.4.1.2).
      return (firstByte & 0x0f) === 8
        ? zlib.createInflate(options)
        : zlib.createInflateRaw(options);
    case 'br':
      // The window sits in the first bits (RFC 7932 §9.1). The decoder fills all of it before its
      // first output, so 23 and 24 bits would let a bomb move memory by up to 16 MB.
      if ((firstByte & 0x01) === 1 && ((firstByte >> 1) & 0x07) > 5) {
        throw new Error('brotli window above 4 MB');
      }
      return zlib.createBrotliDecompress({ ...options, finishFlush: BROTLI_OPERATION_FLUSH });
    default:
      throw new Error(`content coding ${coding}`);
  }
}

async function raceSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(new Error('aborted'));
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Where a stream's failure already reaches its reader: without a listener it would end the process. */
function ignoreError(): void {}
