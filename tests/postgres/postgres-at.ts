import pg from 'pg';

let databases = 0;

export class PostgresAt {
  readonly host: string;
  readonly port: number;

  constructor(host: string, port: number) {
    this.host = host;
    this.port = port;
  }

  url(database: string): string {
    return `postgres://postgres@${this.host}:${this.port}/${database}`;
  }

  /** Returns the URL. The template must have no client meanwhile. */
  async createDatabase(name?: string, template = 'template0'): Promise<string> {
    databases += 1;
    const chosen = name ?? `test_${process.pid}_${databases}_${crypto.randomUUID().slice(0, 8)}`;
    await this.query(
      'postgres',
      `create database "${chosen}" template "${template}" encoding 'UTF8' strategy file_copy`,
    );
    return this.url(chosen);
  }

  async dropDatabase(url: string): Promise<void> {
    const name = new URL(url).pathname.slice(1);
    await this.query('postgres', `drop database if exists "${name}" with (force)`);
  }

  async query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    database: string,
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url(database), ssl: false });
    client.on('error', () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query<Row>(text, values);
      return rows;
    } finally {
      await client.end();
    }
  }
}
