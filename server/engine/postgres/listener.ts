import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeFeed } from '../change-feed.ts';
import type { DatabaseAddress } from './database-url.ts';
import type { PostgresConnection, TimedQuery } from './connection.ts';
import { DatabaseUnresponsive } from './errors.ts';
import { PostgresHosts } from './hosts.ts';

export interface ListenerOptions {
  /** Also called after each (re)connection, because changes may have been missed. Often. */
  onChange(): void;
  /** Called once for each outage. */
  onError(error: unknown): void;
  /** Called when the server stops responding. Other connections to it probably hang too. */
  onUnresponsive?(): void;
  /** Interval of the pings and limit for their answers. */
  readonly pingMs?: number;
}

export const CHANGE_CHANNEL = 'brisk_change';

const PING_MS = 3000;
const CONNECT_TIMEOUT_MS = 3000;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1000;

/** Reconnects to any usable host. Notifications may be late or lost, so callers also poll. */
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

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#done;
  }

  async #listen(): Promise<void> {
    const { signal } = this.#closed;
    let waitMs = FIRST_WAIT_MS;
    let isReported = false;
    while (!signal.aborted) {
      try {
        await this.#listenOnce(() => {
          waitMs = FIRST_WAIT_MS;
          isReported = false;
        });
      } catch (error) {
        if (!isReported && !signal.aborted) this.#options.onError(error);
        isReported = true;
      }
      await pause(waitMs, signal);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  }

  async #listenOnce(onListening: () => void): Promise<void> {
    const { signal } = this.#closed;
    const connection = await this.#hosts.connect(signal);
    const cut = () => connection.destroy();
    signal.addEventListener('abort', cut);
    const closed = new AbortController();
    void connection.closed.then(() => closed.abort());
    try {
      connection.on('notification', () => {
        if (!signal.aborted) this.#options.onChange();
      });
      await connection.query(`listen ${CHANGE_CHANNEL}`);
      onListening();
      // Changes before this moment notified another connection.
      this.#options.onChange();
      await this.#ping(connection, closed.signal);
    } finally {
      signal.removeEventListener('abort', cut);
      connection.destroy();
    }
  }

  async #ping(connection: PostgresConnection, closed: AbortSignal): Promise<never> {
    const { pingMs = PING_MS } = this.#options;
    const ping: TimedQuery = { text: 'select 1', query_timeout: pingMs };
    for (;;) {
      await pause(pingMs, closed);
      await connection.query(ping).catch((error: unknown) => {
        if (error instanceof DatabaseUnresponsive) this.#options.onUnresponsive?.();
        throw error;
      });
    }
  }
}

interface Follower {
  /** Also for changes whose notification was lost. */
  pull(): void;
  close(): Promise<void>;
}

/** Pulls changes as they come. A server that does not answer would block each query for long. */
export function followChanges(
  address: DatabaseAddress,
  changes: ChangeFeed,
  { cut, onError }: { readonly cut: () => void; readonly onError: (error: unknown) => void },
): Follower {
  let isClosed = false;
  const pull = (): void =>
    void changes.pull().catch((error: unknown) => {
      // `close` interrupts a running pull.
      if (!isClosed) onError(error);
    });
  const listener = new PostgresListener(address, { onChange: pull, onError, onUnresponsive: cut });
  return {
    pull,
    close() {
      isClosed = true;
      return listener.close();
    },
  };
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
