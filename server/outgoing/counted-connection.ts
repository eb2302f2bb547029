import type net from 'node:net';
import { Duplex } from 'node:stream';

const PIECE_BYTES = 16 * 1024;

export class ByteBudget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  spend(bytes: number): number {
    const spent = Math.min(bytes, this.#left);
    this.#left -= spent;
    return spent;
  }
}

/** TLS runs over it, so all its bytes count. Bun's TLS would bypass listeners of a `net.Socket`. */
export class CountedConnection extends Duplex {
  readonly #socket: net.Socket;
  #isOver = false;

  constructor(socket: net.Socket, budget: ByteBudget) {
    super();
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => {
      const allowed = budget.spend(bytes.length);
      // In pieces: Bun reads up to 512 KB at once, and a reader may stop at any piece.
      for (let at = 0; at < allowed && !this.destroyed; at += PIECE_BYTES) {
        if (!this.push(bytes.subarray(at, Math.min(at + PIECE_BYTES, allowed)))) socket.pause();
      }
      if (allowed < bytes.length) socket.destroy();
    });
    socket.on('error', (error) => this.destroy(error));
    for (const event of ['end', 'close']) socket.on(event, () => this.#end());
  }

  #end(): void {
    if (!this.#isOver) this.push(null);
    this.#isOver = true;
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(bytes: Uint8Array, _encoding: unknown, done: (error?: Error | null) => void) {
    this.#socket.write(bytes, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
