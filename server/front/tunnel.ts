import type { Socket } from 'bun';

/**
 * Tells the HTTP server whose connection comes from a port of loopback; resolves when it knows, to
 * what tells it that the connection is over.
 */
export type Announce = (port: number, address: string) => MaybePromise<() => void>;

type MaybePromise<Value> = Value | Promise<Value>;

/** From how many bytes at once on others have their turn before the next. */
const LARGE_BYTES = 64 * 1024;

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
    if (this.#inner === null) {
      this.#toInner.push(Buffer.from(chunk));
      this.#client.pause();
      return;
    }
    this.#send(this.#inner, this.#toInner, chunk, this.#client);
    if (chunk.length < LARGE_BYTES) return;
    // Read on at once, megabytes would pass before anybody else had their turn.
    this.#client.pause();
    setImmediate(() => {
      if (this.#toInner.length === 0) this.#client.resume();
    });
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
