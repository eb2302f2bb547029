import type { Database, SQLQueryBindings, Statement } from 'bun:sqlite';

/** How many stay prepared. Those that Bun itself keeps are the first twenty, whether they come again or not. */
const STATEMENTS_MAX = 200;

/** Statements of a database, which are prepared once for as long as somebody asks for them again. */
export class SqliteStatements {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement<unknown, SQLQueryBindings[]>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The statement of a text; it may be gone when others are asked for. Throws where SQLite takes it for none. */
  prepare<Row>(text: string): Statement<Row, SQLQueryBindings[]> {
    const statement = this.#statements.get(text) ?? this.#database.prepare(text);
    this.#statements.delete(text);
    this.#statements.set(text, statement);
    // The first is the one that was not asked for for the longest time.
    for (const [oldest, other] of this.#statements) {
      if (this.#statements.size <= STATEMENTS_MAX) break;
      this.#statements.delete(oldest);
      other.finalize();
    }
    return statement as Statement<Row, SQLQueryBindings[]>;
  }

  /** Ends all of them: as long as there is one, a database that is closed stays open. */
  end(): void {
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
  }
}
