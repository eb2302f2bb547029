import type { Database, SQLQueryBindings, Statement } from 'bun:sqlite';

/** Bun's own cache keeps the first twenty statements for ever, used or not. */
const STATEMENTS_MAX = 200;

export class SqliteStatements {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement<unknown, SQLQueryBindings[]>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The statement may be finalized when others are prepared. Throws for invalid SQL. */
  prepare<Row>(text: string): Statement<Row, SQLQueryBindings[]> {
    const statement = this.#statements.get(text) ?? this.#database.prepare(text);
    this.#statements.delete(text);
    this.#statements.set(text, statement);
    // A map keeps the order of insertion, so the first is the least recently used.
    for (const [oldest, other] of this.#statements) {
      if (this.#statements.size <= STATEMENTS_MAX) break;
      this.#statements.delete(oldest);
      other.finalize();
    }
    return statement as Statement<Row, SQLQueryBindings[]>;
  }

  /** An open statement keeps a closed database open. */
  end(): void {
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
  }
}
