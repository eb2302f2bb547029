import type { Socket } from 'bun';

/**
 * Tells the HTTP server whose connection comes from a port of loopback; resolves when it knows, to
 * what tells it that the connection is over.
 */
export type Announce = (port: number, address: string) => MaybePromise<() => void>;

type MaybePromise<Value> = Value | Promise<Value>;

/** From how many bytes at once on a client has to wait before it is read again. */
const LARGE_BYTES = 64 * 1024;
/** How long, in milliseconds: time enough to refuse what it sends, and for others to be answered. */
const REST_MS = 4;
/**
 * How long a client that still sends behind its last answer is heard out, in milliseconds: cut off
 * at once, it might lose the answer that it has not read.
 */
const LINGER_MS = 2000;
/** How long it rests meanwhile after all that comes at once, in milliseconds. */
const LINGER_REST_MS = 50;

/** Hands a connection over to another server, byte for byte, both ways. */
export class Tunnel {
  readonly #client: Socket<unknown>;
  #inner: Socket | null = null;
  /** What the other side has not taken yet. */
  readonly #toInner: Buffer[] = [];
  readonly #toClient: Buffer[] = [];
  #clientEnded = false;
  #innerEnded = false;
  #isClosed = false;
  #isLingering = false;
  #forget: () => void = () => undefined;

  constructor(client: Socket<unknown>) {
    this.#client = client;
  }

  /** Connects to a port of loopback, on behalf of a visitor. */
  async connect(port: number, address: string, announce: Announce): Promise<void> {
    try {
      await Bun.connect({
        hostname: '127.0.0.1',
        port,
        allowHalfOpen: true,
        socket: {
          open: async (socket) => {
            this.#forget = await announce(socket.localPort, address);
            // Either side may have gone while the server was told.
            if (this.#isClosed || this.#innerEnded) {
              this.#forget();
              socket.terminate();
              return;
            }
            this.#inner = socket;
            this.#pump(socket, this.#toInner, this.#client);
            if (this.#clientEnded) this.#endInner();
          },
          data: (_, chunk) => this.#send(this.#client, this.#toClient, chunk, this.#inner),
          drain: (socket) => {
            this.#pump(socket, this.#toInner, this.#client);
            if (this.#clientEnded) this.#endInner();
          },
          end: () => {
            this.#innerEnded = true;
            this.#endClient();
          },
          close: () => {
            this.#forget();
            this.#innerEnded = true;
            this.#toInner.length = 0;
            this.#endClient();
          },
          error: () => this.#client.terminate(),
        },
      });
    } catch {
      this.#client.terminate();
    }
  }

  /** What came from the client. */
  send(chunk: Buffer): void {
    if (this.#innerEnded) {
      this.#linger();
      return;
    }
    if (this.#inner === null) {
      this.#toInner.push(Buffer.from(chunk));
      this.#client.pause();
      return;
    }
    this.#send(this.#inner, this.#toInner, chunk, this.#client);
    if (chunk.length >= LARGE_BYTES) this.#rest(REST_MS);
  }

  /** Reads nothing from the client for a while. */
  #rest(ms: number): void {
    this.#client.pause();
    setTimeout(() => {
      if (this.#toInner.length === 0) this.#client.resume();
    }, ms);
  }

  /** Drops what the client sends to a server that has said its last. */
  #linger(): void {
    this.#rest(LINGER_REST_MS);
    if (this.#isLingering) return;
    this.#isLingering = true;
    setTimeout(() => this.#client.terminate(), LINGER_MS);
  }

  /** The client takes bytes again. */
  drain(): void {
    if (this.#inner === null) return;
    this.#pump(this.#client, this.#toClient, this.#inner);
    if (this.#innerEnded) this.#endClient();
  }

  /** The client sends no more. */
  end(): void {
    this.#clientEnded = true;
    if (this.#inner !== null) this.#endInner();
  }

  /** The client is gone. */
  close(): void {
    this.#isClosed = true;
    this.#inner?.terminate();
  }

  #send(to: Socket<unknown>, waiting: Buffer[], chunk: Buffer, from: Socket<unknown> | null): void {
    const written = waiting.length > 0 ? 0 : Math.max(0, to.write(chunk));
    if (written === chunk.length) return;
    // The chunk is the runtime's own, and used again.
    waiting.push(Buffer.from(chunk.subarray(written)));
    from?.pause();
  }

  #pump(to: Socket<unknown>, waiting: Buffer[], from: Socket<unknown>): void {
    for (let chunk = waiting[0]; chunk !== undefined; chunk = waiting[0]) {
      const written = Math.max(0, to.write(chunk));
      if (written < chunk.length) {
        waiting[0] = chunk.subarray(written);
        return;
      }
      waiting.shift();
    }
    from.resume();
  }

  #endInner(): void {
    if (this.#toInner.length === 0) this.#inner?.shutdown();
  }

  #endClient(): void {
    if (this.#toClient.length === 0) this.#client.end();
  }
}
