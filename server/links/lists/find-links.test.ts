import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc } from '../../../tests/support/random.ts';
import type { LinkFilter, Resolved } from '../../../contracts/links/link-filter.ts';
import { sortColumns } from '../../../contracts/links/links.constants.ts';
import { foldTag } from '../../../contracts/links/tag-names.ts';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../../tests/support/test-engine.ts';
import { foldCode } from '../../engine/texts/code-spellings.ts';
import type { Engine, LinkRow } from '../../engine/engine.ts';
import { foldText, readableUrl } from '../../engine/texts/folded-texts.ts';
import { addTags } from '../../tags/tags.store.ts';
import { deleteByIds } from '../bin/deleted-links.store.ts';
import { LinkLists } from './link-lists.ts';
import { selectMatchingIds } from './matching-ids.ts';
import { formatRouting, parseRouting, plainRouting } from '../routing/routing.ts';
import { chooseForRun } from '../../../tests/support/test-run.ts';
import { authority } from '../../../tests/support/owner.ts';

type ModelLink = Pick<LinkRow, 'id' | 'short_url' | 'long_url' | 'title' | 'note'> &
  Pick<LinkRow, 'clicks' | 'created_at' | 'expires_at' | 'is_active' | 'routing'> &
  Pick<LinkRow, 'last_clicked_at' | 'owner_id'> & {
    readonly tags: readonly string[];
  };

const LINKS = 600;
const DELETED = new Set([5, 77, 300]);

/** Letters that differ in case, width, accents and composition, and all wildcards. */
const words =
  "Summer sale ＳＡＬＥ Straße İstanbul ıstanbul Café cafe\u0301 優惠 优惠活动 100% a_b back\\slash it's x 😀".split(
    ' ',
  );
const names = ['Shop', 'ＳＨＯＰ two', 'Straße', '优惠', 'a_b', '100%', 'été'];

function createModel(now: number): ModelLink[] {
  // A linear congruential generator gives the same links each time.
  let state = 11;
  const random = (): number => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  return Array.from({ length: LINKS }, (_, index) => ({
    id: index + 1,
    short_url: `${pick(['', 'Ä', '短', 'S_'])}c${(index * 7919).toString(36)}`,
    long_url: new URL(
      `https://${pick(['bücher', 'shop', 'a-b'])}.example/${pick(words)}?n=${index}`,
    ).href,
    title: random() < 0.2 ? '' : `${pick(words)} ${pick(words)}`,
    note: random() < 0.7 ? '' : `${pick(words)}\n${pick(words)}`,
    clicks: random() < 0.4 ? 0 : Math.floor(random() * 50),
    last_clicked_at: random() < 0.5 ? 0 : now - Math.floor(random() * 1000),
    created_at: now - Math.floor(random() * 1000),
    // No link expires during the tests.
    expires_at: pick([0, 0, now - Math.floor(random() * 500), now, now + 3600]),
    is_active: random() < 0.8 ? 1 : 0,
    routing: formatRouting({
      ...plainRouting,
      starts_at: pick([0, 0, 0, now - 500, now, now + 3600]),
      max_clicks: pick([0, 0, 0, 1, 20, 49]),
    }),
    tags: names.filter(() => random() < 0.3),
    owner_id: index % 4,
  }));
}

const now = Math.floor(Date.now() / 1000);
const model = createModel(now);
const present = model.filter(({ id }) => !DELETED.has(id));

let dataDir: string;
let engine: Engine;
let lists: LinkLists;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-find-'));
  engine = await openTestEngine(dataDir);
  await seedLinks(
    engine,
    model.map(({ tags: _tags, ...link }) => link),
  );
  await engine.write((tx) =>
    addTags(tx, engine.sql, new Map(model.map(({ id, tags }) => [id, tags]))),
  );
  await deleteByIds(engine, authority, [...DELETED], now);
  lists = new LinkLists({
    engine,
    domains: () => [],
    sortByClicks: () => Promise.resolve(),
    onError: fail,
  });
});

afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

function fail(error: unknown): never {
  throw error;
}

type Filter = Resolved<LinkFilter>;

function matchesFilter(link: ModelLink, filter: Filter): boolean {
  const { q, tag = [], state, created_from: from = 0, created_until: until = Infinity } = filter;
  const { not_clicked_since: since = Infinity, owner } = filter;
  return (
    (owner === undefined || link.owner_id === owner) &&
    (q === undefined || containsText(link, q)) &&
    tag.every((name) => link.tags.some((own) => foldTag(own) === foldTag(name))) &&
    (state === undefined || state.some((name) => isInState(link, name))) &&
    link.created_at >= from &&
    link.created_at < until &&
    link.last_clicked_at < since
  );
}

function containsText(link: ModelLink, q: string): boolean {
  const folded = foldText(q);
  if (folded === '') return false;
  const url = foldText(/[^!-~]/.test(q) ? readableUrl(q) : q);
  const texts = [link.title, link.note, ...link.tags].map(foldText);
  const urls = [link.long_url.toLowerCase(), foldText(readableUrl(link.long_url))];
  return (
    foldCode(link.short_url).includes(foldCode(q)) ||
    texts.some((text) => text.includes(folded)) ||
    urls.some((text) => text.includes(url))
  );
}

function isInState(link: ModelLink, state: NonNullable<LinkFilter['state']>[number]): boolean {
  if (state === 'never_clicked') return link.clicks === 0;
  if (link.is_active === 0) return state === 'off';
  const { starts_at: startsAt, max_clicks: clicksMax } = parseRouting(link.routing);
  if (startsAt > now) return state === 'scheduled';
  const isUsedUp = clicksMax > 0 && link.clicks >= clicksMax;
  const isExpired = link.expires_at !== 0 && link.expires_at <= now;
  return state === (isUsedUp || isExpired ? 'expired' : 'live');
}

async function readMatching(where: Filter, size: number): Promise<number[]> {
  const ids: number[] = [];
  const selection = { where, domains: [], now, size };
  for await (const batch of selectMatchingIds(engine, 'all', selection)) ids.push(...batch);
  return ids;
}

const piece = fc
  .tuple(
    fc.constantFrom(...words, ...names, 'bücher', '.example/', 'c1', 'Ä'),
    fc.nat(6),
    fc.nat(6),
  )
  .map(([word, from, length]) => word.slice(from, from + length + 1).trim())
  .filter((text) => text !== '' && text.isWellFormed());
const instant = fc.integer({ min: now - 1100, max: now + 100 });
const filters: fc.Arbitrary<Filter> = fc.record(
  {
    q: fc.oneof(
      piece,
      fc.constantFrom('%', '_', '\\', "'", "' or 1=1 --", 'ß', 'SS', 'ı', 'Ｘ', '惠'),
    ),
    tag: fc.uniqueArray(fc.constantFrom(...names, 'SHOP', 'ETE', 'unknown'), {
      minLength: 1,
      maxLength: 3,
    }),
    state: fc.uniqueArray(fc.constantFrom('live', 'scheduled', 'expired', 'off', 'never_clicked'), {
      minLength: 1,
    }),
    created_from: instant,
    created_until: instant,
    not_clicked_since: instant,
    owner: fc.integer({ min: 0, max: 4 }),
  },
  { requiredKeys: [] },
);

describe('a filter', () => {
  test('finds the same links as a check of every link', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const expected = present.filter((link) => matchesFilter(link, filter)).map(({ id }) => id);
        expect(await readMatching(filter, 37)).toEqual(expected);
        const { total, rows } = await lists.all('all', filter, {
          page: 1,
          limit: 200,
          order: 'desc',
        });
        expect(total).toBe(expected.length);
        expect(rows.map(({ id }) => id)).toEqual(expected.toReversed().slice(0, 200));
      }),
      { numRuns: chooseForRun(30, 300) },
    );
  }, 300_000);

  test('lists each link once over the pages of any order', async () => {
    const orders = fc.record({
      sort: fc.constantFrom(undefined, ...sortColumns),
      order: fc.constantFrom('asc', 'desc'),
    });
    await fc.assert(
      fc.asyncProperty(filters, orders, async (filter, sorting) => {
        const found: number[] = [];
        for (let page = 1; ; page += 1) {
          const { rows } = await lists.all('all', filter, { page, limit: 23, ...sorting });
          found.push(...rows.map(({ id }) => id));
          if (rows.length < 23) break;
        }
        const expected = present.filter((link) => matchesFilter(link, filter)).map(({ id }) => id);
        expect(found.toSorted((a, b) => a - b)).toEqual(expected);
      }),
      { numRuns: chooseForRun(10, 60) },
    );
  }, 300_000);
});
