import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../../tests/support/test-engine.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Reach } from '../../access/reach.ts';
import { LinkLists, type Page } from './link-lists.ts';
import type { Place } from './list-from.ts';
import { selectListedIds, type Listing } from './listed-ids.ts';

/** So many that lists walk through all links, in several steps. */
const LINKS = 30_000;
const LIMIT = 50;
/** Accounts with more links than are sorted at once, and with a few. */
const MANY = 2;
const FEW = 3;

/** Links with high numbers are the newest, and first by title. */
const links = Array.from({ length: LINKS }, (_, number) => ({
  id: number + 1,
  short_url: `${number % 2 === 0 ? 'even' : 'odd'}-${(number * 7919) % LINKS}`,
  title: `Title ${String(LINKS - number).padStart(6, '0')}`,
  created_at: 1_700_000_000 + Math.floor(number / 3),
  clicks: number % 4,
  is_active: number % 8 === 0 ? 0 : 1,
  owner_id: number % 5 < 3 ? MANY : number % 500 === 4 ? FEW : 1,
}));
const from = 1_700_006_000;

let dataDir: string;
let engine: Engine;
let lists: LinkLists;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-long-lists-'));
  engine = await openTestEngine(dataDir);
  await seedLinks(engine, links);
  lists = new LinkLists({
    engine,
    domains: () => [],
    sortByClicks: () => Promise.resolve(),
    onError: () => undefined,
  });
}, 300_000);

afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

type SeededLink = (typeof links)[number];
type Key = (link: SeededLink) => string | number;

function pageOf(kept: readonly SeededLink[], key: Key, { page, limit, order }: Page): number[] {
  const sorted = kept.toSorted((a, b) =>
    key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id,
  );
  const ordered = order === 'asc' ? sorted : sorted.toReversed();
  return ordered.slice((page - 1) * limit, page * limit).map(({ id }) => id);
}

async function listAll(listing: Omit<Listing, 'domains' | 'size'>): Promise<number[]> {
  const ids: number[] = [];
  for await (const batch of selectListedIds(engine, 'all', {
    domains: [],
    size: 700,
    ...listing,
  })) {
    expect(batch.length).toBeLessThanOrEqual(700);
    ids.push(...batch);
  }
  return ids;
}

test.each([
  ['title', (link: SeededLink) => link.title],
  ['long_url', () => ''],
  ['clicks', (link: SeededLink) => link.clicks],
  [undefined, (link: SeededLink) => link.id],
] as const)(
  'a walk through all links, sorted by %s, has each once',
  async (sort, key) => {
    const kept = links.filter(({ is_active: isActive }) => isActive === 1);
    const expectWalk = async (
      walk: Parameters<typeof listAll>[0],
      found: readonly SeededLink[],
    ) => {
      const { order } = walk;
      const ids = pageOf(found, key, { page: 1, limit: LINKS, order });
      expect((await listAll(walk)).join()).toBe(ids.join());
    };
    await expectWalk({ ids: null, where: {}, sort, order: 'asc' }, links);
    await expectWalk({ ids: null, where: { state: ['live'] }, sort, order: 'desc' }, kept);
    const some = links.filter(({ id }) => id === 3 || id === 30_000 || id === 12_345);
    await expectWalk({ ids: [3, 30_000, 3, 12_345], where: {}, sort, order: 'desc' }, some);
  },
  60_000,
);

describe('the next links of very many follow their order:', () => {
  test.each([
    ['created_at', (link: SeededLink) => link.created_at],
    ['title', (link: SeededLink) => link.title],
    ['clicks', (link: SeededLink) => link.clicks],
    [undefined, (link: SeededLink) => link.id],
  ] as const)('by %s', async (sort, key) => {
    const size = 7000;
    const expectSteps = async (reach: Reach, filter: object, found: readonly SeededLink[]) => {
      for (const order of ['asc', 'desc'] as const) {
        const ids: number[] = [];
        for (let place: Place | null | undefined = null; place !== undefined;) {
          const { places } = await lists.from(reach, filter, { place, size, sort, order });
          ids.push(...places.map(({ id }) => id));
          place = places.at(-1);
        }
        const wanted = pageOf(found, key, { page: 1, limit: LINKS, order });
        expect(ids.join()).toBe(wanted.join());
      }
    };
    await expectSteps('all', {}, links);
    const kept = links.filter((link) => link.created_at >= from);
    await expectSteps('all', { created_from: from }, kept);
    const own = links.filter((link) => link.owner_id === MANY);
    await expectSteps({ owner: MANY }, {}, own);
    await expectSteps(
      { owner: FEW },
      {},
      links.filter((link) => link.owner_id === FEW),
    );
  });
});

describe('very many matches come in the right order:', () => {
  test.each([
    ['created_at', (link: SeededLink) => link.created_at],
    ['title', (link: SeededLink) => link.title],
    ['short_url', (link: SeededLink) => link.short_url],
    ['clicks', (link: SeededLink) => link.clicks],
    [undefined, (link: SeededLink) => link.id],
  ] as const)('by %s', async (sort, key) => {
    const kept = links.filter((link) => link.created_at >= from);
    expect(kept.length).toBeGreaterThan(10_000);
    const last = Math.ceil(kept.length / LIMIT);
    for (const order of ['asc', 'desc'] as const) {
      for (const page of [1, Math.floor(last / 2), last, last + 1]) {
        const wanted = { page, limit: LIMIT, order, sort };
        const { total, rows } = await lists.all('all', { created_from: from }, wanted);
        expect(total).toBe(kept.length);
        expect(rows.map(({ id }) => id)).toEqual(pageOf(kept, key, wanted));
      }
    }
  });

  test.each([MANY, FEW, 1])('of account %d, in every order', async (owner) => {
    const kept = links.filter(({ owner_id: id }) => id === owner);
    const last = Math.ceil(kept.length / LIMIT);
    for (const [sort, key] of [
      ['title', (link: SeededLink) => link.title],
      ['clicks', (link: SeededLink) => link.clicks],
      [undefined, (link: SeededLink) => link.id],
    ] as const) {
      for (const page of [1, Math.ceil(last / 2), last, last + 1]) {
        const wanted = { page, limit: LIMIT, order: 'desc', sort } as const;
        const { total, rows } = await lists.all({ owner }, {}, wanted);
        expect(total).toBe(kept.length);
        expect(rows.map(({ id }) => id)).toEqual(pageOf(kept, key, wanted));
      }
    }
    const step = { after: kept[0]!.id, limit: LIMIT, order: 'asc' } as const;
    const { total, rows } = await lists.after({ owner }, {}, step);
    expect([total, ...rows.map(({ id }) => id)]).toEqual([
      kept.length,
      ...kept.slice(1, LIMIT + 1).map(({ id }) => id),
    ]);
  });

  test('codes that begin so, of links in a state', async () => {
    const kept = links.filter(({ short_url: code, is_active: isActive }) => {
      return code.startsWith('e') && isActive === 1;
    });
    expect(kept.length).toBeGreaterThan(10_000);
    const last = Math.ceil(kept.length / LIMIT);
    for (const page of [1, Math.floor(last / 2), last]) {
      const wanted = { page, limit: LIMIT, order: 'asc' } as const;
      // Without `sort`, matches are sorted by code, whatever `order` is.
      const { total, rows } = await lists.search(
        'all',
        { field: 'short_url', keyword: 'E', filter: { state: ['live'] } },
        { ...wanted, order: 'desc' },
      );
      expect(total).toBe(kept.length);
      expect(rows.map(({ id }) => id)).toEqual(pageOf(kept, (link) => link.short_url, wanted));
    }
  });
});

test('links that are deleted or change their place during a walk come at most once', async () => {
  const ids: number[] = [];
  const walk = selectListedIds(engine, 'all', {
    ids: null,
    where: {},
    domains: [],
    size: 1000,
    sort: 'clicks',
    order: 'asc',
  });
  for await (const batch of walk) {
    if (ids.length === 0) {
      await sql`update click_count set clicks = 9 where link_id = ${batch[0]}`.execute(engine.db);
      await sql`delete from click_count where link_id = ${links.length}`.execute(engine.db);
    }
    ids.push(...batch);
  }
  expect(ids.length).toBe(links.length - 1);
  expect(new Set(ids).size).toBe(ids.length);
});
