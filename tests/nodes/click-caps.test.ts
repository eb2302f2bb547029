import { expect, test } from 'bun:test';
import { createLink, type Link } from '../../contracts/links/links.ts';
import { PostgresServer } from '../postgres/postgres-server.ts';
import { ParallelVisitors } from '../support/parallel-visitors.ts';
import { databaseOf, startNodes } from './node.ts';
import { readCounts } from './steady-links.ts';
import { chooseForRun } from '../support/test-run.ts';
import { withSlack } from '../support/promised-time.ts';

const LIMIT = chooseForRun(500, 3000);
const VISITORS = 16;
/** In milliseconds. */
const BOUND = 2000;

/** Redirects, each with its time. */
interface Watched {
  readonly visitors: ParallelVisitors;
  readonly times: number[];
}

function watch(port: number, code: string): Watched {
  const times: number[] = [];
  const onAnswer = ({ redirects }: ParallelVisitors): void => {
    if (redirects > times.length) times.push(performance.now());
  };
  return {
    times,
    visitors: new ParallelVisitors({ port, code, connections: VISITORS, onAnswer }),
  };
}

function isRefused({ visitors }: Watched): boolean {
  return (visitors.statuses.get(410) ?? 0) > 100;
}

test('two nodes exceed a limit of clicks at most by what comes within 2 s', async () => {
  await using postgres = await PostgresServer.start();
  const url = await postgres.createDatabase();
  await using site = await startNodes(2, url, { CLICK_FLUSH_SECONDS: '60' });
  const [one, other] = site.nodes;
  const caller = one!.caller(await one!.caller().signIn());
  const fields = { short_url: 'capped', long_url: 'https://example.com/', title: 'x' };
  const { id } = (await caller.call(createLink, { ...fields, max_clicks: LIMIT })).data as Link;
  const watched = [one!, other!].map((node) => watch(node.server.port, 'capped'));
  while (!watched.every(isRefused)) await Bun.sleep(20);
  await Promise.all(watched.map(({ visitors }) => visitors.stop()));

  const times = watched.flatMap((each) => each.times).sort((a, b) => a - b);
  expect(times.length).toBeGreaterThanOrEqual(LIMIT);
  expect(times.at(-1)! - times[LIMIT - 1]!).toBeLessThan(withSlack(BOUND));
  for (const node of site.nodes) {
    expect(await node.visit('capped')).toBe(410);
    await node.server.end('SIGTERM');
    await node.flush();
  }
  const counts = await readCounts(postgres, databaseOf(url));
  expect(counts.get(id)).toBe(times.length);
}, 300_000);

test('a node that starts later knows the clicks of the other', async () => {
  await using postgres = await PostgresServer.start();
  const url = await postgres.createDatabase();
  await using site = await startNodes(1, url, { CLICK_FLUSH_SECONDS: '60' });
  const [one] = site.nodes;
  const caller = one!.caller(await one!.caller().signIn());
  const fields = { short_url: 'capped', long_url: 'https://example.com/', title: 'x' };
  await caller.call(createLink, { ...fields, max_clicks: 3 });
  for (let visit = 0; visit < 3; visit += 1) {
    expect(await one!.visit('capped')).toBe('https://example.com/');
  }
  expect(await one!.visit('capped')).toBe(410);
  await using later = await startNodes(1, url);
  let first = await later.nodes[0]!.visit('capped');
  // The clicks of the other node are counted within 2 s.
  const until = performance.now() + withSlack(BOUND);
  while (first !== 410 && performance.now() < until) first = await later.nodes[0]!.visit('capped');
  expect(first).toBe(410);
}, 300_000);
