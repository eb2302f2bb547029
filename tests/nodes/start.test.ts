import { expect, test } from 'bun:test';
import { PostgresServer, sharedPostgres } from '../postgres/postgres-server.ts';
import { databaseOf, Node } from './node.ts';

test('two nodes that start at once on an empty database are both ready, with one set of tables', async () => {
  const postgres = await sharedPostgres();
  const url = await postgres.createDatabase();
  const database = databaseOf(url);
  await using one = new Node(url);
  await using other = new Node(url);
  await Promise.all([one.start(), other.start()]);
  expect(await Promise.all([one.readHealth(), other.readHealth()])).toEqual([200, 200]);
  // Both know the account that the environment of both asks for.
  const token = await one.caller().signIn();
  expect(await other.caller().signIn()).not.toBe(token);
  const migrations = await postgres.query(database, 'select name from kysely_migration');
  expect(migrations.map(({ name }) => name)).toEqual([
    '001-first',
    '002-lists',
    '003-nodes',
    '004-statistics',
    '006-click-counts',
    '007-open-parts',
    '009-link-sums',
    '010-click-order',
    '011-narrow-details',
    '012-known-addresses',
    '013-folded-texts',
    '014-imported-clicks',
    '015-notes',
    '016-tags',
    '017-link-changes',
    '018-list-filters',
    '019-bulk-edits',
    '020-bin',
  ]);
}, 60_000);

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
}, 60_000);
