import type { Database, SQLQueryBindings, Statement } from 'bun:sqlite';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';

const BUSY_MAX_MS = 10_000;
const BUSY_STEP_MS = 2;

/** Bun's own cache keeps the first twenty statements for ever, used or not. */
const STATEMENTS_MAX = 200;

export function bunSqliteDialect(database: Database): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => new BunSqliteDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** SQLite's DDL is transactional, but Kysely's own adapter does not use that. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely runs one transaction at a time on this connection. */
class BunSqliteDriver implements Driver {
  readonly #database: Database;
  readonly #statements: SqliteStatements;
  readonly #connection: DatabaseConnection;

  constructor(database: Database) {
    this.#database = database;
    this.#statements = new SqliteStatements(database);
    this.#connection = new BunSqliteConnection(this.#statements);
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.#connection);
  }

  /** Takes the write lock first: a transaction that has read could not get it later. */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // Some errors, such as a full disk, have already ended the transaction.
    if (this.#database.inTransaction) {
      await connection.executeQuery(CompiledQuery.raw('rollback'));
    }
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#statements.end();
    this.#database.close();
  }
}

class BunSqliteConnection implements DatabaseConnection {
  readonly #statements: SqliteStatements;

  constructor(statements: SqliteStatements) {
    this.#statements = statements;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const deadline = Date.now() + BUSY_MAX_MS;
    for (;;) {
      try {
        const statement = this.#statements.prepare<Row>(sql);
        const bindings = parameters as readonly SQLQueryBindings[];
        if (statement.reader) return { rows: statement.all(...bindings) };
        const { changes } = statement.run(...bindings);
        return { rows: [], numAffectedRows: BigInt(changes) };
      } catch (error) {
        if (!isBusy(error) || Date.now() > deadline) throw error;
        await Bun.sleep(BUSY_STEP_MS);
      }
    }
  }

  streamQuery(): never {
    throw new Error('streaming is not supported: read by pages');
  }
}

export function isBusy(error: unknown): boolean {
  return errorCode(error)?.startsWith('SQLITE_BUSY') ?? false;
}

export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

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
