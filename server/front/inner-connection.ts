import type { Socket } from 'bun';

/** Called before the first bytes. Returns a function that forgets the address. */
export type RegisterVisitor = (port: number, address: string) => MaybePromise<() => void>;

type MaybePromise<Value> = Value | Promise<Value>;

interface InnerConnectionOptions {
  /** On loopback. */
  readonly port: number;
  readonly address: string;
  readonly registerVisitor: RegisterVisitor;
  /** The runtime reuses the bytes afterwards. */
  readonly onData: (chunk: Buffer) => void;
  readonly onTaken: () => void;
  readonly onEnd: () => void;
  readonly onFailure: () => void;
}

export class InnerConnection {
  readonly #options: InnerConnectionOptions;
  #socket: Socket | null = null;
  readonly #waiting: Buffer[] = [];
  #isWanted = false;
  #hasEnded = false;
  #isClosed = false;
  #forget: () => void = () => undefined;

  constructor(options: InnerConnectionOptions) {
    this.#options = options;
  }

  /** Whether the server has, or will have, an open connection. */
  get isOpen(): boolean {
    return this.#isWanted && !this.#hasEnded && !this.#isClosed;
  }

  get isFull(): boolean {
    return this.#waiting.length > 0;
  }

  send(chunk: Buffer): void {
    if (this.#isClosed) return;
    const isWaiting = this.#socket === null || this.isFull;
    const written = isWaiting ? 0 : Math.max(0, this.#socket!.write(chunk));
    if (written < chunk.length) this.#waiting.push(Buffer.from(chunk.subarray(written)));
    if (this.#isWanted) return;
    this.#isWanted = true;
    void this.#connect();
  }

  pause(): void {
    this.#socket?.pause();
  }

  resume(): void {
    this.#socket?.resume();
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting.length = 0;
    this.#socket?.terminate();
  }

  async #connect(): Promise<void> {
    const { port, address, registerVisitor, onFailure } = this.#options;
    try {
      await Bun.connect({
        hostname: '127.0.0.1',
        port,
        allowHalfOpen: true,
        socket: {
          open: async (socket) => {
            this.#forget = await registerVisitor(socket.localPort, address);
            if (this.#isClosed || this.#hasEnded) {
              this.#forget();
              socket.terminate();
              return;
            }
            this.#socket = socket;
            this.#sendWaiting(socket);
          },
          data: (_, chunk) => {
            if (!this.#isClosed) this.#options.onData(chunk);
          },
          drain: (socket) => this.#sendWaiting(socket),
          end: () => this.#end(),
          close: () => {
            this.#forget();
            this.#end();
          },
          error: () => {
            if (!this.#isClosed) onFailure();
          },
        },
      });
    } catch {
      if (!this.#isClosed) onFailure();
    }
  }

  #sendWaiting(socket: Socket): void {
    for (let chunk = this.#waiting[0]; chunk !== undefined; chunk = this.#waiting[0]) {
      const written = Math.max(0, socket.write(chunk));
      if (written < chunk.length) {
        this.#waiting[0] = chunk.subarray(written);
        return;
      }
      this.#waiting.shift();
      releaseBytes(chunk);
    }
    this.#options.onTaken();
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#waiting.length = 0;
    if (!this.#isClosed) this.#options.onEnd();
  }
}

/** Smaller buffers may share a pool. */
const LARGE_BYTES = 16 * 1024;

/** The garbage collector does not know what sockets read, and would let megabytes pile up. */
export function releaseBytes({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= LARGE_BYTES) buffer.transfer(0);
}
