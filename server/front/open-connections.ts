import type { Socket } from 'bun';
import type { Connection } from './connection.ts';

/** How long a connection may be idle at least, and half of the longest, in milliseconds. */
const IDLE_MS = 30_000;

/** The connections of a front that are open: ends those that are idle, and at last all. */
export class OpenConnections {
  readonly #sockets = new Set<Socket<Connection>>();
  readonly #looks = setInterval(() => this.#endQuiet(), IDLE_MS);
  #onEmpty: () => void = () => undefined;

  constructor() {
    this.#looks.unref();
  }

  add(socket: Socket<Connection>): void {
    this.#sockets.add(socket);
  }

  delete(socket: Socket<Connection>): void {
    this.#sockets.delete(socket);
    if (this.#sockets.size === 0) this.#onEmpty();
  }

  /**
   * Ends those without a request under way. Resolves when all have closed; those that are not the HTTP
   * server's are cut off after `graceMs`.
   */
  async endAll(graceMs: number): Promise<void> {
    clearInterval(this.#looks);
    for (const socket of this.#sockets) {
      const { tunnel, isScheduled, isWaiting } = socket.data;
      if (tunnel === null && !isScheduled && !isWaiting) socket.end();
    }
    const cut = setTimeout(() => {
      for (const socket of this.#sockets) if (socket.data.tunnel === null) socket.terminate();
    }, graceMs);
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
      if (this.#sockets.size === 0) resolve();
    });
    clearTimeout(cut);
  }

  /** Ends what has been idle since the last look, and closes what has not ended since then. */
  #endQuiet(): void {
    for (const socket of this.#sockets) {
      const { data: connection } = socket;
      if (connection.tunnel !== null || connection.isWaiting) continue;
      if (connection.hasBeenEnded) socket.terminate();
      else if (connection.isQuiet) {
        connection.hasBeenEnded = true;
        socket.end();
      } else connection.isQuiet = true;
    }
  }
}
