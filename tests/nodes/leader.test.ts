import { expect, test } from 'bun:test';
import pg from 'pg';
import { sharedPostgres } from '../postgres/postgres-server.ts';
import { databaseOf, Node } from './node.ts';

/** How long it may take until another node leads: what is left of the lease, and a look at it. */
const TAKEN_OVER_MS = 22_000;
const TWO_SEGMENTS = 2 * 16_384;

/** Tells who holds the lease each time that it is had, and who builds a part of the search index. */
const TELL = `
  create function tell_test() returns trigger language plpgsql as $$
  begin perform pg_notify('test', tg_argv[0] || ' ' || current_setting('application_name'));
  return null; end $$;
  create trigger test after insert or update on lease
    for each row execute function tell_test('leads');
  create trigger test after insert on search_build
    for each row execute function tell_test('builds')`;

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
  await postgres.query(database, TELL);
  const client = new pg.Client({ connectionString: url, ssl: false });
  await client.connect();
  const told: string[] = [];
  let onTold: (() => void) | null = null;
  client.on('notification', ({ payload = '' }) => {
    told.push(payload);
    onTold?.();
  });
  await client.query('listen test');
  const hear = (text: string): Promise<void> =>
    new Promise((resolve) => {
      onTold = () => {
        if (told.includes(text)) resolve();
      };
      onTold();
    });

  await other.start();
  await postgres.query(database, SEED);
  await hear('builds one');
  // The first that came leads as long as it lives.
  expect(told).not.toContain('leads other');
  expect(told).not.toContain('builds other');
  told.length = 0;
  await one.server.end('SIGKILL');
  const since = performance.now();
  await hear('leads other');
  expect(performance.now() - since).toBeLessThan(TAKEN_OVER_MS);
  await postgres.query(database, SEED.replace("'code'", "'more'"));
  await hear('builds other');
  await client.end();
}, 90_000);
