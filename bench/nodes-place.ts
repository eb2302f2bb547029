import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../server/engine/engine.ts';
import { openPostgres } from '../server/engine/postgres/postgres.ts';
import { openSqlite } from '../server/engine/sqlite/sqlite.ts';
import { SearchIndex } from '../server/search/search-index.ts';
import { createTempDir } from './measure.ts';
import { BenchDatabase } from './nodes-database.ts';
import { seedSearchable } from './seed-searchable.ts';

/** The same links in SQLite and in PostgreSQL: codes from s0, ids from 1. */
export class NodesPlace implements AsyncDisposable {
  readonly links: number;
  readonly database: BenchDatabase;
  readonly #directory = createTempDir();

  private constructor(links: number, database: BenchDatabase) {
    this.links = links;
    this.database = database;
  }

  static async open(links: number): Promise<NodesPlace> {
    const place = new NodesPlace(links, await BenchDatabase.start());
    await seed(await openSqlite(place.sqliteDir), links);
    await seed(await place.openPostgres(), links);
    // Autovacuum and checkpoints would come later, during a measurement.
    await place.database.query('vacuum analyze');
    await place.database.query('checkpoint');
    return place;
  }

  directory(name: string): string {
    return join(this.#directory, name);
  }

  get sqliteDir(): string {
    return this.directory('sqlite');
  }

  get env(): Readonly<Record<string, string>> {
    return { DATABASE_URL: this.database.url };
  }

  openPostgres(): Promise<Engine> {
    return openPostgres({ databaseUrl: this.database.url, onError: console.error });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.database[Symbol.asyncDispose]();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

async function seed(engine: Engine, links: number): Promise<void> {
  await seedSearchable(engine, links);
  await new SearchIndex(engine).update();
  await engine.close();
}
