import type { DuckDBConnection } from '@duckdb/node-api';

type Value = string | number | boolean | null;

export class Connection {
  readonly #connection: DuckDBConnection;

  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  async run(...statements: readonly string[]): Promise<void> {
    for (const statement of statements) await this.#connection.run(statement);
  }

  async all<Row extends Record<keyof Row, Value>>(query: string): Promise<Row[]> {
    const reader = await this.#connection.runAndReadAll(query);
    return reader.getRowObjectsJS().map((row) => toNumbers(row) as Row);
  }

  async transaction(work: () => Promise<void>): Promise<void> {
    await this.run('begin');
    try {
      await work();
      await this.run('commit');
    } catch (error) {
      await this.run('rollback').catch(() => undefined);
      throw error;
    }
  }

  close(): void {
    this.#connection.closeSync();
  }
}

/** 64-bit values arrive as bigint; here all of them fit a number. */
function toNumbers(row: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'bigint') row[name] = Number(value);
  }
  return row;
}

/** A SQL literal. Trap: DuckDB's parser ends a statement at U+0000. */
export function quote(text: string): string {
  const parts = text.split('\0').map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? parts[0]! : `(${parts.join(' || chr(0) || ')})`;
}
