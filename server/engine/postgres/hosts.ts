import pg from 'pg';
import type { DatabaseAddress } from './database-url.ts';
import { openConnection, type PostgresConnection } from './connection.ts';
import { DatabaseUnavailable, isUnavailable } from './errors.ts';

/** Tries the host that worked last first. */
export class PostgresHosts {
  readonly timeoutMs: number;
  readonly #address: DatabaseAddress;
  readonly #timeoutPerHostMs: number;
  #first = 0;

  /** `timeoutMs` covers all hosts; a `connect_timeout` in the address applies to each and wins. */
  constructor(address: DatabaseAddress, timeoutMs: number) {
    this.#address = address;
    this.#timeoutPerHostMs =
      address.connectTimeoutMs ?? Math.ceil(timeoutMs / address.hosts.length);
    this.timeoutMs = this.#timeoutPerHostMs * address.hosts.length;
  }

  /** Throws `DatabaseUnavailable` for a temporary failure, else the error that needs attention. */
  async connect(signal: AbortSignal): Promise<PostgresConnection> {
    const { hosts } = this.#address;
    const first = this.#first;
    const failures: Error[] = [];
    for (let tried = 0; tried < hosts.length; tried += 1) {
      const index = (first + tried) % hosts.length;
      try {
        const host = hosts[index]!;
        const connection = await openConnection(
          this.#address,
          host,
          this.#timeoutPerHostMs,
          signal,
        );
        this.#first = index;
        return connection;
      } catch (error) {
        // User, password and database are the same for every host: the others would refuse too.
        if (!(error instanceof Error) || isRefusal(error)) throw error;
        failures.push(error);
      }
    }
    const message = failures.map((failure) => failure.message).join('; ');
    const lasting = failures.find((failure) => !isUnavailable(failure));
    throw lasting === undefined
      ? new DatabaseUnavailable(message, { cause: failures[0] })
      : new Error(message, { cause: lasting });
  }
}

function isRefusal(error: Error): boolean {
  return error instanceof pg.DatabaseError && !isUnavailable(error);
}
