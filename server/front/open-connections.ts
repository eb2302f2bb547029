import type { Connection } from './connection.ts';
import type { Tunnel } from './tunnel.ts';

/** Idle connections close after one to two of these intervals. */
const IDLE_MS = 30_000;

export class OpenConnections {
  /** A linked list: a set costs more per connection. */
  #first: Connection | null = null;
  readonly #idleTimer = setInterval(() => this.#closeIdle(), IDLE_MS);
  readonly #handOver: (connection: Connection) => void;
  #onEmpty: () => void = () => undefined;

  /** `handOver` lets a tunnel refuse an incomplete head. */
  constructor(handOver: (connection: Connection) => void) {
    this.#handOver = handOver;
    this.#idleTimer.unref();
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

  *#all(): Iterable<Connection> {
    for (let open = this.#first; open !== null; open = open.next) yield open;
  }

  async endAll(graceMs: number): Promise<void> {
    clearInterval(this.#idleTimer);
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

  #closeIdle(): void {
    for (const connection of this.#all()) {
      const { socket, tunnel } = connection;
      tunnel?.refuseSlowHead();
      if (isServed(tunnel) || connection.isWaiting) continue;
      if (connection.isClosing) socket.terminate();
      else if (connection.isIdle && connection.isHeadIncomplete) this.#handOver(connection);
      else if (connection.isIdle) {
        connection.isClosing = true;
        socket.end();
      } else connection.isIdle = true;
    }
  }
}

function isServed(tunnel: Tunnel | null): boolean {
  return tunnel?.isServed === true;
}
