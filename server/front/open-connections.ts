import type { Connection } from './connection.ts';
import type { Tunnel } from './tunnel.ts';

/** How long a connection may be idle at least, and half of the longest, in milliseconds. */
const IDLE_MS = 30_000;

/** The connections of a front that are open: ends those that are idle, and at last all. */
export class OpenConnections {
  /** A list of links: a set would take longer for each connection that comes and goes. */
  #first: Connection | null = null;
  readonly #looks = setInterval(() => this.#endQuiet(), IDLE_MS);
  readonly #handOver: (connection: Connection) => void;
  #onEmpty: () => void = () => undefined;

  /** `handOver` gives a connection with half a head to the tunnel, which answers it. */
  constructor(handOver: (connection: Connection) => void) {
    this.#handOver = handOver;
    this.#looks.unref();
  }

  add(connection: Connection): void {
    const next = this.#first;
    connection.next = next;
    if (next !== null) next.previous = connection;
    this.#first = connection;
  }

  delete(connection: Connection): void {
    const { previous, next } = connection;
    if (previous === null) this.#first = next;
    else previous.next = next;
    if (next !== null) next.previous = previous;
    if (this.#first === null) this.#onEmpty();
  }

  /** One that is deleted meanwhile still names the next. */
  *#all(): Iterable<Connection> {
    for (let one = this.#first; one !== null; one = one.next) yield one;
  }

  /**
   * Ends those without a request under way. Resolves when all have closed; those that the HTTP
   * server does not look after are cut off after `graceMs`.
   */
  async endAll(graceMs: number): Promise<void> {
    clearInterval(this.#looks);
    for (const { socket, tunnel, isScheduled, isWaiting } of this.#all()) {
      if (!isServed(tunnel) && !isScheduled && !isWaiting) socket.end();
    }
    const cut = setTimeout(() => {
      for (const { socket, tunnel } of this.#all()) if (!isServed(tunnel)) socket.terminate();
    }, graceMs);
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
      if (this.#first === null) resolve();
    });
    clearTimeout(cut);
  }

  /** Ends what has been idle since the last look, and closes what has not ended since then. */
  #endQuiet(): void {
    for (const connection of this.#all()) {
      const { socket, tunnel } = connection;
      tunnel?.refuseSlowHead();
      if (isServed(tunnel) || connection.isWaiting) continue;
      if (connection.hasBeenEnded) socket.terminate();
      else if (connection.isQuiet && connection.isCut) this.#handOver(connection);
      else if (connection.isQuiet) {
        connection.hasBeenEnded = true;
        socket.end();
      } else connection.isQuiet = true;
    }
  }
}

/** Whether the HTTP server looks after a connection. */
function isServed(tunnel: Tunnel | null): boolean {
  return tunnel?.isServed === true;
}
