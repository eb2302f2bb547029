import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseAddress } from './database-url.ts';
import type { PostgresConnection, TimedQuery } from './postgres-connection.ts';
import { DatabaseSilent } from './postgres-errors.ts';
import { PostgresHosts } from './postgres-hosts.ts';

export interface ListenerOptions {
  /**
   * Something has changed, or may have while nobody listened: called for each notification, and each
   * time that the connection is there (again). It comes often; what it starts it may join.
   */
  onChange(): void;
  /** Is told once for each time that the connection is lost, or not had from the start. */
  onError(error: unknown): void;
  /** The server gives no sign of life: who waits for it on another connection may wait for long. */
  onSilence?(): void;
  /** How often the connection is tried, and how long an answer may take then. */
  readonly pingMs?: number;
}

/** What every change of the change feed notifies. */
export const CHANGE_CHANNEL = 'brisk_change';

const PING_MS = 3000;
const CONNECT_TIMEOUT_MS = 3000;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1000;

/**
 * A connection of its own that listens for changes. It comes back by itself, to whichever host will
 * do then. A notification may come late or never: it only hastens what is done without it too.
 */
export class PostgresListener {
  readonly #hosts: PostgresHosts;
  readonly #options: ListenerOptions;
  readonly #closed = new AbortController();
  readonly #done: Promise<void>;

  constructor(address: DatabaseAddress, options: ListenerOptions) {
    this.#hosts = new PostgresHosts(address, CONNECT_TIMEOUT_MS);
    this.#options = options;
    this.#done = this.#listen();
  }

  /** Calls nobody any more from now on; resolves when the connection is cut. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#done;
  }

  async #listen(): Promise<void> {
    const { signal } = this.#closed;
    let waitMs = FIRST_WAIT_MS;
    let isTold = false;
    while (!signal.aborted) {
      try {
        await this.#hold(() => {
          waitMs = FIRST_WAIT_MS;
          isTold = false;
        });
      } catch (error) {
        if (!isTold && !signal.aborted) this.#options.onError(error);
        isTold = true;
      }
      await pause(waitMs, signal);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  }

  /** Listens on one connection until it is lost, or until `close`. */
  async #hold(onListening: () => void): Promise<void> {
    const { signal } = this.#closed;
    const connection = await this.#hosts.connect(signal);
    const cut = () => connection.destroy();
    signal.addEventListener('abort', cut);
    const gone = new AbortController();
    void connection.closed.then(() => gone.abort());
    try {
      connection.on('notification', () => {
        if (!signal.aborted) this.#options.onChange();
      });
      await connection.query(`listen ${CHANGE_CHANNEL}`);
      onListening();
      // Whatever was changed before this moment notified somebody else.
      this.#options.onChange();
      await this.#ping(connection, gone.signal);
    } finally {
      signal.removeEventListener('abort', cut);
      connection.destroy();
    }
  }

  /** Asks for a sign of life again and again; throws when there is none. */
  async #ping(connection: PostgresConnection, gone: AbortSignal): Promise<never> {
    const { pingMs = PING_MS } = this.#options;
    const ping: TimedQuery = { text: 'select 1', query_timeout: pingMs };
    for (;;) {
      await pause(pingMs, gone);
      await connection.query(ping).catch((error: unknown) => {
        if (error instanceof DatabaseSilent) this.#options.onSilence?.();
        throw error;
      });
    }
  }
}

/** Waits, but not longer than until the signal. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
