import { expect, test } from 'bun:test';
import pg from 'pg';
import { sharedPostgres } from '../postgres/postgres-server.ts';
import { databaseOf, Node } from './node.ts';
import { withSlack } from '../support/promised-time.ts';

/** The limit for a change of leader: the rest of the lease, and one check of it. */
const TAKEN_OVER_MS = 22_000;
const TWO_SEGMENTS = 2 * 16_384;

/** Notifies which node takes the lease, and which builds a part of the search index. */
const NOTIFY = `
  create function notify_test() returns trigger language plpgsql as $$
  begin perform pg_notify('test', tg_argv[0] || ' ' || current_setting('application_name'));
  return null; end $$;
  create trigger test after insert or update on lease
    for each row execute function notify_test('leads');
  create trigger test after insert on search_build
    for each row execute function notify_test('builds')`;

const SEED = `
  with created as (insert into link (short_url, long_url, long_url_hash, title, description, created_at, updated_at,
    expires_at, is_active, ip)
  select 'code' || n, 'https://example.com/' || n, n, '', '', 0, 0, 0, 1, ''
  from generate_series(1, ${TWO_SEGMENTS}) as n returning id)
  insert into click_count (link_id) select id from created`;

test('one node leads and runs the jobs, and the other takes over when it is killed', async () => {
  const postgres = await sharedPostgres();
  const url = await postgres.createDatabase();
  const database = databaseOf(url);
  await using one = new Node(`${url}?application_name=one`);
  await using other = new Node(`${url}?application_name=other`);
  await one.start();
  await postgres.query(database, NOTIFY);
  const client = new pg.Client({ connectionString: url, ssl: false });
  await client.connect();
  const notifications: string[] = [];
  let onNotification: (() => void) | null = null;
  client.on('notification', ({ payload = '' }) => {
    notifications.push(payload);
    onNotification?.();
  });
  await client.query('listen test');
  const waitForNotification = (text: string): Promise<void> =>
    new Promise((resolve) => {
      onNotification = () => {
        if (notifications.includes(text)) resolve();
      };
      onNotification();
    });

  await other.start();
  await postgres.query(database, SEED);
  await waitForNotification('builds one');
  // The first node leads as long as it lives.
  expect(notifications).not.toContain('leads other');
  expect(notifications).not.toContain('builds other');
  notifications.length = 0;
  await one.server.end('SIGKILL');
  const since = performance.now();
  await waitForNotification('leads other');
  expect(performance.now() - since).toBeLessThan(withSlack(TAKEN_OVER_MS));
  await postgres.query(database, SEED.replace("'code'", "'more'"));
  await waitForNotification('builds other');
  await client.end();
}, 300_000);
