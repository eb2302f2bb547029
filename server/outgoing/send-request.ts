import http from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import net from 'node:net';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { choosePublicAddress, PrivateAddressError, type AddressGuard } from './address-guard.ts';
import { CountedConnection, type ByteBudget } from './counted-connection.ts';

const MAX_HEADER_BYTES = 96 * 1024;
const MAX_INFORMATIONAL = 1; // 1xx; a server that sends more may never stop

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface CallLimits {
  readonly guard: AddressGuard;
  readonly budget: ByteBudget;
  readonly signal: AbortSignal;
}

export interface Exchange {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: ReceivedBody;
  close(): void;
}

/** Follows no redirect, uses no proxy. Throws PrivateAddressError, and for a late or bad head. */
export async function sendRequest(
  url: URL,
  { method, headers, body }: OutgoingRequest,
  { guard, budget, signal }: CallLimits,
): Promise<Exchange> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('not http or https');
  const address = await raceSignal(choosePublicAddress(url, guard), signal);
  const socket = net.connect({ host: address, port: portOf(url) });
  const connection = new CountedConnection(socket, budget);
  const stream = url.protocol === 'https:' ? openTls(url, connection) : connection;
  const close = (): void => {
    socket.destroy();
    stream.destroy();
  };
  signal.addEventListener('abort', close);
  socket.once('close', () => signal.removeEventListener('abort', close));
  const { promise, resolve, reject } = Promise.withResolvers<Exchange>();
  connection.on('error', reject);
  socket.once('connect', () => {
    if (guard.isPublic(socket.remoteAddress ?? '')) return;
    connection.destroy(new PrivateAddressError(url.hostname));
  });
  const request = http.request({
    method,
    host: url.hostname,
    path: `${url.pathname}${url.search}`,
    headers: { Host: url.host, ...headers },
    createConnection: () => stream,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  let informational = 0;
  request.on('information', () => {
    informational += 1;
    if (informational <= MAX_INFORMATIONAL) return;
    reject(new Error('no final response, only 1xx'));
    close();
  });
  request.on('response', (response) => {
    const { statusCode: status = 0, headers } = response;
    resolve({ status, headers, body: new ReceivedBody(response), close });
  });
  request.on('upgrade', () => reject(new Error('the server switched protocols')));
  request.on('error', reject);
  request.on('close', () => reject(new Error('the server closed the connection')));
  request.end(body);
  try {
    return await promise;
  } catch (error) {
    close();
    throw error;
  }
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function openTls(url: URL, connection: Duplex): tls.TLSSocket {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // A TLS server name never ends in a dot (RFC 6066 §3), but a host in a URL may.
  const name = host.replace(/\.$/, '');
  return tls.connect({
    socket: connection,
    host: name,
    ...(isIP(host) === 0 ? { servername: name } : {}),
    // NODE_TLS_REJECT_UNAUTHORIZED=0 must not disable this.
    rejectUnauthorized: true,
  });
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

/** Gives all received bytes, then throws if the body was cut off; a plain stream drops some. */
class ReceivedBody {
  readonly #response: IncomingMessage;
  #arrived: Buffer[] = [];
  #isOver = false;
  #wake = (): void => undefined;

  /** Must run in the listener of `response`, before the first bytes arrive. */
  constructor(response: IncomingMessage) {
    this.#response = response;
    response.on('data', (bytes: Buffer) => {
      this.#arrived.push(bytes);
      this.#wake();
    });
    const end = (): void => {
      this.#isOver = true;
      this.#wake();
    };
    for (const event of ['end', 'error', 'close']) response.on(event, end);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#arrived.length > 0) {
        // A chunk of one byte costs its reader as much as a large one.
        const bytes = Buffer.concat(this.#arrived);
        this.#arrived = [];
        yield bytes;
      } else if (this.#isOver) break;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    if (!this.#response.complete) throw new Error('the body was cut off');
  }
}
