import pg from 'pg';
import type { DatabaseAddress } from './database-url.ts';
import { openConnection, type PostgresConnection } from './postgres-connection.ts';
import { DatabaseUnavailable, isUnavailable } from './postgres-errors.ts';

/** The hosts of an address, of which the one that worked last is asked first. */
export class PostgresHosts {
  /** How long `connect` may take in all, in milliseconds. */
  readonly timeoutMs: number;
  readonly #address: DatabaseAddress;
  readonly #timeoutPerHostMs: number;
  #first = 0;

  /** `timeoutMs` is for all hosts together, unless the address says how long each may take. */
  constructor(address: DatabaseAddress, timeoutMs: number) {
    this.#address = address;
    this.#timeoutPerHostMs =
      address.connectTimeoutMs ?? Math.ceil(timeoutMs / address.hosts.length);
    this.timeoutMs = this.#timeoutPerHostMs * address.hosts.length;
  }

  /**
   * A new connection to the first host that will do. Throws `DatabaseUnavailable` when none does now,
   * and what is wrong when that will not pass by itself.
   */
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
        // Who we are and what we want is the same for every host: the others will say no as well.
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
