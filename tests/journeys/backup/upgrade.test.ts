import { expect, test } from 'bun:test';
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { selectLinks } from '../../../server/links/links.store.ts';
import { createMigrations } from '../../../server/engine/migrations.ts';
import type { Dialect } from '../../../server/engine/sql.ts';
import { createFormerDatabase, type FormerDatabase } from '../../support/former-database.ts';
import { seedLinks } from '../../support/statistics/seed.ts';
import {
  insertTaggedLinks,
  readTaggedCounts,
  TAGGED_LINKS,
  taggedCounts,
} from '../../support/tagged-links.ts';

/** The first tables of a development version. */
function developmentMigrations(dialect: Dialect): Record<string, Migration> {
  return {
    '001-first': {
      async up(db: Kysely<unknown>) {
        await sql`create table link (id ${dialect.serialKey}, short_url ${dialect.text})`.execute(
          db,
        );
      },
    },
    '002-lists': { up: () => Promise.resolve() },
  };
}

function newerMigrations(dialect: Dialect): Record<string, Migration> {
  return { ...createMigrations(dialect), '999-future': { up: () => Promise.resolve() } };
}

async function insertLink(db: Kysely<object>): Promise<void> {
  await sql`insert into link (short_url) values ('old')`.execute(db);
}

/** The content that a refused start must keep. */
function readAll(former: FormerDatabase, table: string): Promise<unknown> {
  return former.use(async (db) => {
    const read = async (name: string): Promise<unknown[]> =>
      (await sql`select * from ${sql.table(name)}`.execute(db)).rows;
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
    return {
      tables: tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]),
      migrations: await read('kysely_migration'),
      rows: await read(table),
    };
  });
}

test('an upgrade keeps links, their clicks and their tags', async () => {
  await using former = await createFormerDatabase(insertTaggedLinks);
  const engine = await former.open();
  const rows = await selectLinks(engine.db, 'all').orderBy('id').execute();
  const ids = Array.from({ length: TAGGED_LINKS }, (_, index) => index + 1);
  expect(rows.map(({ id, short_url: code, clicks }) => ({ id, code, clicks }))).toEqual(
    ids.filter((id) => id % 10 > 0).map((id) => ({ id, code: `old${id}`, clicks: 42 })),
  );
  expect(await readTaggedCounts(engine)).toEqual(taggedCounts);
  await seedLinks(engine, [{ id: 1000, short_url: 'new' }]);
  expect(await engine.findTarget('new')).toMatchObject({ id: 1000 });
  await engine.close();
});

test('two processes that upgrade one database at once do it in turn', async () => {
  await using former = await createFormerDatabase(insertTaggedLinks);
  const engines = await Promise.all([former.open(), former.open()]);
  for (const engine of engines) {
    expect(await readTaggedCounts(engine)).toEqual(taggedCounts);
    await engine.close();
  }
});

test('a database of a newer version is refused and stays as it is', async () => {
  await using former = await createFormerDatabase(() => Promise.resolve(), newerMigrations);
  const before = await readAll(former, 'link');
  const opening = former.open();
  expect(opening).rejects.toThrow(
    'the database was made by a newer version of Brisk, with 999-future; nothing is changed',
  );
  await opening.catch(() => undefined);
  expect(await readAll(former, 'link')).toEqual(before);
});

test('a database of a development version is refused and stays as it is', async () => {
  await using former = await createFormerDatabase(insertLink, developmentMigrations);
  const before = await readAll(former, 'link');
  const opening = former.open();
  expect(opening).rejects.toThrow(
    'the database was made by a development version of Brisk, with 001-first, and cannot be upgraded; nothing is changed. Export its links with that version and import them into a new site',
  );
  await opening.catch(() => undefined);
  expect(await readAll(former, 'link')).toEqual(before);
  expect(before).toMatchObject({ rows: [{ short_url: 'old' }] });
});
