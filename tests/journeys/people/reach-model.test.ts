import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { emptyBin, listDeleted } from '../../../contracts/links/bin.ts';
import { editLinks, listBulks, undoBulk } from '../../../contracts/links/bulk.ts';
import { exportLinks } from '../../../contracts/export.ts';
import { getHistory } from '../../../contracts/links/history.ts';
import { sortColumns } from '../../../contracts/links/links.constants.ts';
import {
  deleteLinks,
  getLink,
  listLinks,
  restoreLinks,
  searchLinks,
  updateLink,
} from '../../../contracts/links/links.ts';
import { tryLink } from '../../../contracts/links/simulator.ts';
import { listTags } from '../../../contracts/links/tags.ts';
import type { Route } from '../../../contracts/route.ts';
import {
  exportReport,
  getLines,
  getReport,
  getTopLinks,
  listAlerts,
} from '../../../contracts/stats/stats.ts';
import { deleteByIds } from '../../../server/links/bin/deleted-links.store.ts';
import { addTags } from '../../../server/tags/tags.store.ts';
import { authority } from '../../support/owner.ts';
import { fc } from '../../support/random.ts';
import { seedLinks } from '../../support/statistics/seed.ts';
import { copyEmptyDatabase, isPostgres, openTestEngine } from '../../support/test-engine.ts';
import { chooseForRun } from '../../support/test-run.ts';
import { signIn, type SetUpSite } from '../set-up-site.ts';
import { createDataDir, TestSite } from '../test-site.ts';
import { openService } from './services.ts';

const RUNS = chooseForRun(1, isPostgres ? 3 : 10);
const AUTHOR = 2;
const IDS = [1, 2, 3, 4, 5, 6];
const NOW = Math.floor(Date.now() / 1000);

const link = fc.record({
  owner_id: fc.constantFrom(AUTHOR, AUTHOR, 1, 0),
  title: fc.constantFrom('', 'Sale', 'Summer sale'),
  note: fc.constantFrom('', 'sale'),
  long_url: fc.constantFrom('https://one.example/', 'https://two.example/'),
  created_at: fc.integer({ min: NOW - 500, max: NOW - 400 }),
  is_active: fc.constantFrom(1, 1, 0),
  clicks: fc.nat(3),
  tags: fc.subarray(['red', 'blue', 'green']),
  isDeleted: fc.nat(4).map((number) => number === 0),
  hasAlert: fc.boolean(),
});
type ModelLink = typeof link extends fc.Arbitrary<infer Value> ? Value : never;

const ids = fc.subarray(IDS, { minLength: 1 });
const set = fc.record({ note: fc.constantFrom('', 'new', 'sale') });
const step: fc.Arbitrary<readonly [Route, object]> = fc.oneof(
  fc.tuple(fc.constant(editLinks), fc.record({ ids, set })),
  fc.tuple(fc.constant(editLinks), fc.record({ where: fc.constant({ all: 1 }), set })),
  fc.tuple(fc.constant(deleteLinks), fc.record({ ids })),
  fc.tuple(fc.constant(restoreLinks), fc.record({ ids })),
  fc.tuple(fc.constant(undoBulk), fc.record({ bulk_id: fc.integer({ min: 1, max: 3 }) })),
  fc.tuple(
    fc.constant(updateLink),
    fc.record({ id: fc.constantFrom(...IDS), title: fc.constantFrom('Sale', 'Other') }),
  ),
);

const questions: readonly (readonly [Route, object])[] = [
  ...[undefined, ...sortColumns].flatMap((sort) =>
    ['asc', 'desc'].map((order) => [listLinks, { ...(sort && { sort }), order }] as const),
  ),
  [listLinks, { limit: 2, page: 2 }],
  [listLinks, { after: 0, limit: 2 }],
  ...[
    { q: 'sale' },
    { tag: 'red' },
    { state: 'off' },
    { domain: '' },
    { owner: 'me' },
    { owner: 1 },
  ].map((filter) => [listLinks, filter] as const),
  ...['title', 'long_url', 'short_url'].flatMap((filter) =>
    ['sale', 'code', 'one'].map((keyword) => [searchLinks, { filter, keyword }] as const),
  ),
  [exportLinks, { format: 'csv' }],
  [exportLinks, { q: 'sale', sort: 'title' }],
  [listDeleted, {}],
  [listBulks, {}],
  [listTags, {}],
  [listAlerts, {}],
  [emptyBin, { confirm: 'true' }],
  [getReport, { period: '7d' }],
  [getReport, { period: 'all', tag: 'red' }],
  [getTopLinks, { period: 'all', audience: 'all' }],
  [exportReport, { period: 'all', format: 'json' }],
  ...IDS.flatMap((id): (readonly [Route, object])[] => [
    [getLink, { short_url: `code${id}` }],
    [getHistory, { id }],
    [tryLink, { id }],
    [getReport, { short_url: `code${id}` }],
    [getLines, { ids: [id] }],
  ]),
];

/** A site with the links that `isThere`, and the token of its author. */
async function openSite(links: readonly ModelLink[], isThere: (link: ModelLink) => boolean) {
  const dataDir = createDataDir();
  await copyEmptyDatabase(dataDir);
  const engine = await openTestEngine(dataDir);
  const present = links.flatMap((model, at) => (isThere(model) ? [{ id: IDS[at]!, model }] : []));
  await seedLinks(
    engine,
    present.map(({ id, model: { tags: _tags, isDeleted: _is, hasAlert: _has, ...row } }) => ({
      ...row,
      id,
      short_url: `code${id}`,
    })),
  );
  await engine.write(async (tx) => {
    await addTags(tx, engine.sql, new Map(present.map(({ id, model }) => [id, model.tags])));
    const alerts = present.filter(({ model }) => model.hasAlert);
    for (const { id } of alerts) {
      const alert = { id, kind: 'spike', people: 9, usual: 1, created_at: NOW } as const;
      await tx
        .insertInto('alert')
        .values({ ...alert, link_id: id, dismissed_at: null })
        .execute();
    }
  });
  const deleted = present.filter(({ model }) => model.isDeleted).map(({ id }) => id);
  await deleteByIds(engine, authority, deleted, NOW - 100);
  await engine.close();
  const opened = await TestSite.open({ dataDir, isSetUp: true });
  const site: SetUpSite = Object.assign(opened, { token: await signIn(opened) });
  const author = await openService(site, 'author', { role: 'author' });
  expect(author.id).toBe(AUTHOR);
  for (const { id, model } of present) {
    for (let click = 0; click < model.clicks; click += 1) await site.fetch(`/code${id}`);
  }
  return {
    /** The answer, without the times of this test. */
    async ask([route, fields]: readonly [Route, object]): Promise<string> {
      const response = await site.send(route, fields, author.token);
      const text = (await response.text()).replaceAll(site.url.replace(/\/$/, ''), '');
      const timeless = text
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T')
        .replaceAll(/\b1\d{9}\b/g, 'T');
      return `${route.path} ${JSON.stringify(fields)}: ${response.status} ${timeless}`;
    },
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The answers of a site, and of one without the links of others. */
async function askBoth(links: readonly ModelLink[], steps: readonly (readonly [Route, object])[]) {
  for (;;) {
    const hour = hourNow();
    await using whole = await openSite(links, () => true);
    await using alone = await openSite(links, ({ owner_id: id }) => id === AUTHOR);
    const answers: [string, string][] = [];
    for (const asked of [...questions, ...steps, ...questions]) {
      answers.push([await whole.ask(asked), await alone.ask(asked)]);
    }
    // Statistics tell the hours of clicks: both sites must have theirs in the same.
    if (hourNow() === hour) return answers;
  }
}

function hourNow(): number {
  return Math.floor(Date.now() / 3_600_000);
}

test('a link out of reach changes no byte of any answer', async () => {
  const cases = fc.record({
    links: fc.tuple(link, link, link, link, link, link),
    steps: fc.array(step, { minLength: 3, maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ links, steps }) => {
      for (const [whole, alone] of await askBoth(links, steps)) expect(whole).toBe(alone);
    }),
    { numRuns: RUNS },
  );
}, 300_000);
