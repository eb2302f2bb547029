import { expect, test } from 'bun:test';
import { createMigrations } from '../../server/engine/migrations.ts';
import { postgresSql } from '../../server/engine/sql.ts';
import { PostgresServer, sharedPostgres } from '../postgres/postgres-server.ts';
import { listTags } from '../../contracts/links/tags.ts';
import { createFormerDatabase, firstMigrations } from '../support/former-database.ts';
import { insertTaggedLinks, taggedCounts } from '../support/tagged-links.ts';
import { databaseOf, Node } from './node.ts';

const migrations = Object.keys(createMigrations(postgresSql)).sort();

async function readMigrations(url: string): Promise<string[]> {
  const postgres = await sharedPostgres();
  const rows = await postgres.query<{ name: string }>(
    databaseOf(url),
    'select name from kysely_migration order by name',
  );
  return rows.map(({ name }) => name);
}

test('two nodes that start at once on an empty database are both ready, with one set of tables', async () => {
  const postgres = await sharedPostgres();
  const url = await postgres.createDatabase();
  await using one = new Node(url);
  await using other = new Node(url);
  await Promise.all([one.start(), other.start()]);
  expect(await Promise.all([one.readHealth(), other.readHealth()])).toEqual([200, 200]);
  // Both know the account of the environment.
  const token = await one.caller().signIn();
  expect(await other.caller().signIn()).not.toBe(token);
  expect(await readMigrations(url)).toEqual(migrations);
}, 300_000);

test('two nodes that start at once on a database of an earlier version upgrade it once', async () => {
  await using former = await createFormerDatabase(insertTaggedLinks, firstMigrations, 'postgres');
  const url = former.databaseUrl!;
  await using one = new Node(url);
  await using other = new Node(url);
  await Promise.all([one.start(), other.start()]);
  expect(await readMigrations(url)).toEqual(migrations);
  const tags = Object.entries(taggedCounts).map(([name, links]) => ({
    name,
    links,
    clicks: links * 42,
    color: '',
    description: '',
  }));
  for (const node of [one, other]) {
    const token = await node.caller().signIn();
    expect((await node.caller(token).call(listTags, {})).data).toEqual(tags);
  }
}, 300_000);

test('a node that starts before its database waits for it', async () => {
  await using postgres = await PostgresServer.start();
  const url = await postgres.createDatabase();
  await postgres.kill();
  const { promise: tried, resolve: onTry } = Promise.withResolvers<void>();
  const hangUp = (socket: Bun.Socket): void => {
    socket.terminate();
    onTry();
  };
  const socket = { open: hangUp, data: () => undefined };
  const absent = Bun.listen({ hostname: postgres.host, port: postgres.port, socket });
  await using node = new Node(url);
  const ready = node.start();
  await tried;
  absent.stop(true);
  await postgres.startAgain();
  await ready;
  expect(await node.readHealth()).toBe(200);
}, 300_000);
