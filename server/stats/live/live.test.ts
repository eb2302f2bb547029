import { afterEach, beforeEach, expect, test } from 'bun:test';
import { Problem } from '../../http/problem.ts';
import { Live, WATCHERS_MAX, countWatched } from './live.ts';

let live: Live;
let server: Bun.Server<undefined>;
const assertCaller = (): Promise<void> => Promise.resolve();
const watched = { account: 1, linkIds: new Set([7]), assertCaller };

beforeEach(() => {
  live = new Live({
    countClicks: () => Promise.resolve(),
    onError: (error) => {
      throw error;
    },
  });
  server = Bun.serve({ port: 0, fetch: () => live.open(watched) });
});
afterEach(async () => {
  live.close();
  await server.stop(true);
});

function publish(...linkIds: number[]): void {
  const visits = { length: linkIds.length, linkId: (at: number) => linkIds[at]!, class: () => 1 };
  live.publish(countWatched(visits, live.watched));
}

async function watch(signal?: AbortSignal) {
  const response = await fetch(server.url, signal === undefined ? {} : { signal });
  const reader = response.body!.getReader();
  await reader.read();
  return reader;
}

function watchedLinks(): ReadonlySet<number> {
  const { watched: ids } = live;
  return ids === 'each' ? new Set() : ids;
}

async function read(reader: Awaited<ReturnType<typeof watch>>): Promise<string> {
  return Buffer.from((await reader.read()).value ?? []).toString();
}

test('watchers of a link receive its clicks in batches', async () => {
  const reader = await watch();
  publish(8);
  publish(7, 8, 7);
  const counts = { person: 0, scan: 2, preview: 0, bot: 0 };
  expect(await read(reader)).toBe(`event: clicks\ndata: ${JSON.stringify(counts)}\n\n`);
});

test.each([2, 2000])('watchers of %d links receive the clicks of all of them', async (links) => {
  const linkIds = new Set(Array.from({ length: links }, (_, at) => at + 7));
  const reader = live.open({ ...watched, linkIds }).body!.getReader();
  await reader.read();
  publish(7, 9999, 8, 0);
  const counts = { person: 0, scan: 2, preview: 0, bot: 0 };
  expect(await read(reader)).toBe(`event: clicks\ndata: ${JSON.stringify(counts)}\n\n`);
});

test('a watcher that leaves receives nothing more', async () => {
  const abort = new AbortController();
  await watch(abort.signal);
  expect(watchedLinks().size).toBe(1);
  abort.abort();
  while (watchedLinks().size > 0) await new Promise(setImmediate);
});

test('a HEAD request starts no stream', async () => {
  const response = await fetch(server.url, { method: 'HEAD' });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  await (await watch()).cancel();
  while (watchedLinks().size > 0) await new Promise(setImmediate);
});

test('all streams end when it is closed', async () => {
  const readers = await Promise.all([watch(), watch()]);
  live.close();
  for (const reader of readers) expect((await reader.read()).done).toBe(true);
  expect(watchedLinks().size).toBe(0);
});

test('a client that does not read is dropped, and other watchers lose nothing', async () => {
  const slow = live.open(watched).body!.getReader();
  await slow.read();
  const other = await watch();
  for (let i = 0; i < 200; i += 1) {
    publish(7);
    if (i % 10 === 0) await other.read();
  }
  // Sent events can still be read; then the stream ends.
  while (!(await slow.read()).done);
  expect(watchedLinks().size).toBe(1);
});

test('one stream too many is refused, and none is closed for it', async () => {
  const readers = await Promise.all(Array.from({ length: WATCHERS_MAX }, () => watch()));
  expect(() => live.open(watched)).toThrow(new Problem('stats.too-many-streams'));
  publish(7);
  for (const reader of readers) expect(await read(reader)).toContain('event: clicks');
  const other = live.open({ ...watched, account: 2 }).body!.getReader();
  expect((await other.read()).done).toBe(false);
  await readers[0]!.cancel();
  while (watchedLinks().size === 0 || !canOpen()) await new Promise(setImmediate);
});

test('streams that open at the same time share the places', () => {
  const opened = Array.from({ length: 2 * WATCHERS_MAX }, canOpen);
  expect(opened.filter(Boolean)).toHaveLength(WATCHERS_MAX);
});

function canOpen(): boolean {
  try {
    live.open(watched);
    return true;
  } catch {
    return false;
  }
}
