import { expect, test } from 'bun:test';
import { fc } from '../../../tests/support/random.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFormerDatabase } from '../../../tests/support/former-database.ts';
import { removeLinks, seedLinks } from '../../../tests/support/statistics/seed.ts';
import {
  insertTaggedLinks,
  readTaggedCounts,
  taggedCounts,
} from '../../../tests/support/tagged-links.ts';
import type { Tag } from '../../../contracts/links/tags.ts';
import { addCounts } from '../../clicks/counts.store.ts';
import { countLinks } from '../../links/lists/link-list.store.ts';
import { isPostgres, openTestEngine } from '../../../tests/support/test-engine.ts';
import {
  deleteAll,
  deleteByIds,
  purgeAll,
  purgeByIds,
  restoreByIds,
} from '../../links/bin/deleted-links.store.ts';
import type { LinkCounts } from '../../stats/ingest/visits.ts';
import {
  addTags,
  deleteTag,
  renameTag,
  replaceTags,
  selectTags,
  untagLinks,
} from '../../tags/tags.store.ts';
import type { Engine } from '../engine.ts';
import { authority, owner } from '../../../tests/support/owner.ts';

const NAMES = ['a', 'b', 'c'] as const;
const IDS = [1, 2, 3, 4] as const;
const NOW = 1_800_000_000;

const often = ['add', 'withdraw', 'replace', 'delete', 'restore', 'click'] as const;

const step = fc.record({
  kind: fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...often) },
    { weight: 4, arbitrary: fc.constantFrom('purge', 'rename', 'deleteTag') },
    { weight: 1, arbitrary: fc.constantFrom('purgeAll', 'deleteAll') },
  ),
  ids: fc.subarray([...IDS], { minLength: 1 }),
  names: fc.subarray([...NAMES], { minLength: 1 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function run(engine: Engine, { kind, ids, names }: Step): Promise<unknown> {
  const tagged = new Map(ids.map((id) => [id, names]));
  switch (kind) {
    case 'add':
      return engine.write((tx) => addTags(tx, engine.sql, tagged));
    case 'withdraw':
      return engine.write((tx) => untagLinks(tx, engine.sql, tagged));
    case 'replace':
      return engine.write((tx) => replaceTags(tx, engine.sql, ids[0]!, names));
    case 'click':
      return engine.write((tx) => addCounts(engine, tx, clicksOn(ids)));
    case 'delete':
      return deleteByIds(engine, authority, ids, NOW);
    case 'restore':
      return restoreByIds(engine, { authority, ids, now: NOW, ownHostnames: [] });
    case 'purge':
      return purgeByIds(engine, authority, ids);
    case 'rename':
      return renameTag(engine, owner, names[0]!, names.at(-1)!);
    case 'deleteTag':
      return deleteTag(engine, owner, names[0]!);
    case 'purgeAll':
      return purgeAll(engine, authority);
    default:
      return deleteAll(engine, authority);
  }
}

/** Each link gets as many clicks as its id says. */
function clicksOn(ids: readonly number[]): LinkCounts {
  const counts = Float64Array.from(ids);
  return { linkIds: counts, clicks: counts, nonHuman: counts, lastClicks: counts };
}

async function countTagged(engine: Engine): Promise<Tag[]> {
  const tags = await engine.db.selectFrom('tag').select(['id', 'name']).orderBy('folded').execute();
  const pairs = await engine.db.selectFrom('link_tag').selectAll().execute();
  const deleted = await engine.db.selectFrom('deleted_link').select('id').execute();
  const gone = new Set(deleted.map(({ id }) => id));
  const counts = await engine.db.selectFrom('click_count').select(['link_id', 'clicks']).execute();
  const clicks = new Map(counts.map((count) => [count.link_id, count.clicks]));
  return tags.map(({ id, name }) => {
    const links = pairs.filter((pair) => pair.tag_id === id && !gone.has(pair.link_id));
    const sum = links.reduce((total, pair) => total + (clicks.get(pair.link_id) ?? 0), 0);
    return { name, links: links.length, clicks: sum, color: '', description: '' };
  });
}

test('the numbers of links and clicks of a tag are right after any changes', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-tags-'));
  const engine = await openTestEngine(dataDir);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await deleteAll(engine, authority);
      await removeLinks(engine);
      await seedLinks(
        engine,
        IDS.map((id) => ({ id, short_url: `link${id}` })),
      );
      for (const one of steps) {
        await run(engine, one);
        expect(await selectTags(engine, 'all')).toEqual(await countTagged(engine));
      }
    }),
    { numRuns: isPostgres ? 20 : 100 },
  );
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

test('an upgrade counts the links and clicks of each tag, except those in the bin', async () => {
  await using former = await createFormerDatabase(insertTaggedLinks);
  const engine = await former.open();
  expect(await readTaggedCounts(engine)).toEqual(taggedCounts);
  const links = await engine.db.selectFrom('link').select('id').execute();
  expect(links.length).toBeGreaterThan(0);
  expect(await countLinks(engine, 'all')).toBe(links.length);
  const tags = await selectTags(engine, 'all');
  expect(tags).toEqual(await countTagged(engine));
  expect(tags.map(({ name, links, clicks }) => [name, links, clicks])).toEqual(
    Object.entries(taggedCounts).map(([name, counted]) => [name, counted, counted * 42]),
  );
  await engine.close();
});
