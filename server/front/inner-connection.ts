import type { Socket } from 'bun';
import { releaseBytes } from './release-bytes.ts';

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
  /** Called when the server has taken everything. */
  readonly onTaken: () => void;
  readonly onEnd: () => void;
  readonly onFailure: () => void;
}

/** Connects when the first bytes are sent. */
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
    // The runtime reuses the chunk.
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

  /** Nothing more reaches the visitor. */
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
            // Either side may have closed meanwhile.
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
