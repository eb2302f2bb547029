import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { emptyBin, listDeleted, purgeDeleted } from '../../../contracts/links/bin.ts';
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

/** What the owner does meanwhile: with links of others, or with one of the author's. */
const act = fc.oneof(
  fc.record({ act: fc.constantFrom('edit', 'delete', 'restore'), ids }),
  fc.record({ act: fc.constant('give away'), ids: fc.constantFrom(...IDS.map((id) => [id])) }),
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

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
  if (deleted.length > 0) await deleteByIds(engine, authority, deleted, NOW - 100);
  await engine.close();
  const opened = await TestSite.open({ dataDir, isSetUp: true });
  const site: SetUpSite = Object.assign(opened, { token: await signIn(opened) });
  const author = await openService(site, 'author', { role: 'author' });
  expect(author.id).toBe(AUTHOR);
  for (const { id, model } of present) {
    for (let click = 0; click < model.clicks; click += 1) await site.fetch(`/code${id}`);
  }
  const own = new Set(present.flatMap(({ id, model }) => (model.owner_id === AUTHOR ? [id] : [])));
  return {
    act: (done: Act, isWhole: boolean) => perform(site, done, { own, isWhole }),
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

interface Place {
  /** The links that were the author's at first. */
  readonly own: ReadonlySet<number>;
  readonly isWhole: boolean;
}

/** Without the links of others, a link that is given away is one that is gone. */
async function perform(site: SetUpSite, { act: name, ids: named }: Act, { own, isWhole }: Place) {
  const order = (route: Route, fields: object) => site.call(route, fields, site.token);
  if (name === 'give away') {
    const [id] = named;
    if (!own.has(id!)) return;
    const { data } = isWhole
      ? await order(updateLink, { id, owner: 1 })
      : await order(deleteLinks, { ids: named });
    if (data === 1) await order(purgeDeleted, { ids: named });
    return;
  }
  const others = named.filter((id) => !own.has(id));
  if (!isWhole || others.length === 0) return;
  if (name === 'delete') await order(deleteLinks, { ids: others });
  if (name === 'restore') await order(restoreLinks, { ids: others });
  if (name !== 'edit') return;
  const changed = { title: 'Sale', note: 'sale', tags: ['red', 'new'], is_active: 1 };
  for (const id of others) await order(updateLink, { id, ...changed });
}

type Step = readonly [Route, object] | Act;

/** The answers of a site, and of one without the links of others. */
async function askBoth(links: readonly ModelLink[], steps: readonly Step[]) {
  for (;;) {
    const hour = hourNow();
    await using whole = await openSite(links, () => true);
    await using alone = await openSite(links, ({ owner_id: id }) => id === AUTHOR);
    const answers: [string, string][] = [];
    for (const asked of [...questions, ...steps, ...questions]) {
      if ('act' in asked) {
        await whole.act(asked, true);
        await alone.act(asked, false);
      } else answers.push([await whole.ask(asked), await alone.ask(asked)]);
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
    steps: fc.array(fc.oneof(step, step, act), { minLength: 4, maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ links, steps }) => {
      for (const [whole, alone] of await askBoth(links, steps)) expect(whole).toBe(alone);
    }),
    { numRuns: RUNS },
  );
}, 300_000);
