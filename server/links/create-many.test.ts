import { afterAll, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinks } from '../../contracts/links/create-many.ts';
import type { CheckedRequestOf, ReplyOf } from '../../contracts/route.ts';
import { FailingEngine, NO_FAILURE } from '../../tests/support/failing-engine.ts';
import { authority, ownerCall } from '../../tests/support/owner.ts';
import { fc } from '../../tests/support/random.ts';
import { isPostgres, openTestEngine } from '../../tests/support/test-engine.ts';
import { chooseForRun } from '../../tests/support/test-run.ts';
import { DOMAINS_OPTION } from '../domains/domains.store.ts';
import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { upsertOption } from '../engine/options.store.ts';
import { deleteAll, deleteByCode } from './bin/deleted-links.store.ts';
import { Links } from './links.ts';
import { insertLinks } from './links.store.ts';

type Reply = ReplyOf<typeof createLinks>;

const host = { host: 's.example', home_url: '', not_found_url: '' };
const dataDirs = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'brisk-many-')));
const engines = await Promise.all(dataDirs.map((dataDir) => openTestEngine(dataDir)));
const [engine, other] = engines as [Engine, Engine];
const failing = new FailingEngine(engine);
const fetched: string[] = [];
const [links, others] = [failing.engine, other].map((opened) => openLinks(opened)) as [
  Links,
  Links,
];

function openLinks(opened: Engine): Links {
  return new Links({
    engine: opened,
    pageTitles: {
      fetch: (url) => {
        fetched.push(url);
        return Promise.resolve({ title: '', description: '' });
      },
      close: () => undefined,
    },
    onError: (error) => {
      throw error;
    },
    ownHostname: 'own.example',
    baseUrl: null,
    guestLinksPerHour: () => 0,
    countPending: () => Promise.resolve(new Map()),
    domains: () => [host.host],
    sortByClicks: () => Promise.resolve(),
    hashPassword: (password) => Promise.resolve(`hash of ${password}`),
  });
}

beforeEach(() => Promise.all(engines.map(prepare)));
afterAll(async () => {
  for (const opened of engines) await opened.close();
  for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true });
});

/** One live link, one that has expired, and one in the bin. */
async function prepare(opened: Engine): Promise<void> {
  await deleteAll(opened, authority);
  const now = nowSeconds();
  await opened.write(async (tx) => upsertOption(tx, DOMAINS_OPTION, [host], now));
  const target = await openLinks(opened).createMany(readRequest([{ long_url: url(0) }]), ownerCall);
  expect(target.created).toBe(1);
  const live = await opened.db.selectFrom('link').selectAll().executeTakeFirstOrThrow();
  const { id: _id, ...row } = live;
  const others = [
    { ...row, short_url: 'past', expires_at: 1000 },
    { ...row, short_url: 'bin' },
  ].map((link) => ({ link, isGenerated: false }));
  await opened.write((tx, changed) => insertLinks(tx, changed, opened.sql, others, now - 100));
  expect(await deleteByCode(opened, authority, 'bin', now)).toBe(true);
}

function url(number: number): string {
  return `https://example.com/${number}`;
}

function readRequest(rows: readonly unknown[], more: object = {}) {
  return createLinks.request.parse({ links: rows, ...more });
}

async function run(
  opened: Links,
  request: CheckedRequestOf<typeof createLinks>,
): Promise<Reply['results']> {
  const { results, ...counts } = await opened.createMany(request, ownerCall);
  const count = (wanted: string) => results.filter(({ state }) => state === wanted).length;
  const [created, existing, failed] = ['created', 'existing', 'failed'].map(count);
  expect(counts).toEqual({ created, existing, failed } as typeof counts);
  expect(results.map(({ index }) => index)).toEqual(request.links.map((_, index) => index));
  return results;
}

/** Without the time until which a code belongs to the bin: each site deletes at its own second. */
function outcomeOf({ state, key, issues = [] }: Reply['results'][number]) {
  const lasting = issues.map(({ restorable_until: until, reason, ...issue }) =>
    Object.assign(issue, until === undefined ? { reason } : { isRestorable: true }),
  );
  return { state, key, issues: lasting };
}

function isRepeated({ issues }: Reply['results'][number]): boolean {
  return issues?.[0]?.reason === 'An earlier link of the request has this code';
}

/** All that creating links may change. Generated codes differ. */
async function readStored({ db }: Engine) {
  const stored = await db.selectFrom('link').selectAll().orderBy('id').execute();
  const tagged = db.selectFrom('link_tag').innerJoin('tag', 'tag.id', 'tag_id');
  const names = await tagged.select(['link_id', 'name']).orderBy('tag.folded').execute();
  const { binned } = await db
    .selectFrom('deleted_link')
    .select((eb) => eb.fn.countAll<number>().as('binned'))
    .executeTakeFirstOrThrow();
  const rows = stored.map(({ id, short_url: code, created_at, updated_at, ...row }) =>
    Object.assign(row, {
      isFresh: created_at === updated_at,
      code: /^(?:.*\/)?[^aeiou]{6}$/.test(code) ? 'generated' : code,
      tags: names.filter(({ link_id: linkId }) => linkId === id).map(({ name }) => name),
    }),
  );
  return { rows, binned };
}

const row = fc.oneof(
  { weight: 6, arbitrary: fc.record({ long_url: fc.constantFrom(url(0), url(1), url(2)) }) },
  {
    weight: 9,
    arbitrary: fc.record(
      {
        long_url: fc.constantFrom(url(0), url(1), url(2)),
        short_url: fc.constantFrom('a', 'A ', 'e', 'past', 'bin', 'o-'),
        domain: fc.constantFrom('', 's.example', 'S.Example.', 'unknown.example'),
        title: fc.constantFrom('Title', ''),
        tags: fc.constantFrom('one', ['two', 'ONE'], []),
        expires_at: fc.constantFrom(0, 4_000_000_000, 5, '2099-01-01'),
        is_active: fc.constantFrom(0, 1),
        password: fc.constantFrom('right', ''),
        restore: fc.constantFrom(1, 0),
        unknown: fc.constant('x'),
      },
      { requiredKeys: ['long_url'] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      null,
      7,
      [],
      {},
      { long_url: 'ftp://example.com/' },
      { long_url: 'https://own.example/a' },
      { long_url: url(1), short_url: 'api' },
      { long_url: url(1), tags: Array.from({ length: 21 }, (_, at) => `t${at}`) },
      { long_url: url(1), rules: [{ when: { moon: 1 }, target: url(1) }] },
    ),
  },
);
/** Rows before others, so that these lie in two transactions. */
const before = fc.constantFrom(0, 95, 98);

test('many links get what single requests get, and a dry run foretells it and changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 12 }),
      before,
      async (rows, count) => {
        await Promise.all(engines.map(prepare));
        const all = [...Array.from({ length: count }, () => null), ...rows];
        const stored = await readStored(engine);
        const foretold = await run(links, readRequest(all, { dry_run: '1' }));
        expect(await readStored(engine)).toEqual(stored);
        const results = await run(links, readRequest(all));
        expect(foretold.map(outcomeOf)).toEqual(results.map(outcomeOf));
        for (const [at, result] of results.entries()) {
          if (isRepeated(result)) continue;
          const [single] = await run(others, readRequest([all[at]]));
          expect(outcomeOf(single!)).toEqual(outcomeOf(result));
          expect(single!.link?.is_new).toBe(result.link?.is_new);
          expect(single!.link?.ignored).toEqual(result.link?.ignored);
          expect(single!.link?.is_restored).toBe(result.link?.is_restored);
        }
        expect(await readStored(other)).toEqual(await readStored(engine));
      },
    ),
    { numRuns: chooseForRun(10, isPostgres ? 10 : 100) },
  );
});

test('a dry run shows the links that are there, and none of its own', async () => {
  const rows = [
    { long_url: url(0) },
    { long_url: url(0) },
    { long_url: url(1) },
    { long_url: url(1) },
    { long_url: url(0), short_url: 'bin', restore: 1 },
  ];
  const results = await run(links, readRequest(rows, { dry_run: true }));
  expect(results.map(({ state, link }) => [state, link?.long_url, link?.is_restored])).toEqual([
    ['existing', url(0), undefined],
    ['existing', url(0), undefined],
    ['created', undefined, undefined],
    ['existing', undefined, undefined],
    ['existing', url(0), true],
  ]);
});

test.each(['before', 'after', 'committed'] as const)(
  'after a failure %s the second transaction, the same request completes the first one',
  async (moment) => {
    const rows = Array.from({ length: 250 }, (_, at) => ({
      long_url: url(10 + at),
      ...(at % 2 === 0 && { short_url: `l${at}` }),
    }));
    failing.set({ failsAt: 2, moment });
    const error: unknown = await links.createMany(readRequest(rows), ownerCall).catch(String);
    failing.set(NO_FAILURE);
    expect(error).toMatch(/killed|lost/);
    const stored = moment === 'committed' ? 200 : 100;
    const results = await run(links, readRequest(rows));
    const states = results.map(({ state }) => state);
    expect(states.slice(0, stored)).toEqual(Array.from({ length: stored }, () => 'existing'));
    expect(new Set(states.slice(stored))).toEqual(new Set(['created']));
    const { rows: links_ } = await readStored(engine);
    expect(links_.filter(({ long_url: to }) => to !== url(0))).toHaveLength(250);
  },
);

test('titles are fetched for new links without one, after they are stored', async () => {
  fetched.length = 0;
  const rows = [
    { long_url: url(0) },
    { long_url: url(1) },
    { long_url: url(2), title: 'Typed' },
    { long_url: 'no URL' },
  ];
  await run(links, readRequest(rows, { dry_run: true }));
  expect(fetched).toEqual([]);
  await run(links, readRequest(rows));
  expect(fetched).toEqual([url(1)]);
});

test.each([
  [100, true],
  [101, false],
])('%d links with a password are taken: %p', (count, isTaken) => {
  const protectedLinks = Array.from({ length: count }, () => ({
    long_url: url(1),
    password: 'right',
  }));
  const request = { links: [...protectedLinks, { long_url: url(1), password: '' }] };
  expect(createLinks.request.safeParse(request).success).toBe(isTaken);
});
