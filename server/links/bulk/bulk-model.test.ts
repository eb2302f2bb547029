import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc } from '../../../tests/support/random.ts';
import type { BulkFailure } from '../../../contracts/links/bulk.constants.ts';
import type { BulkChange } from '../../../contracts/links/bulk.ts';
import { TAGS_MAX } from '../../../contracts/links/tag-names.ts';
import { removeLinks, seedLinks } from '../../../tests/support/statistics/seed.ts';
import { isPostgres, openTestEngine } from '../../../tests/support/test-engine.ts';
import type { ChangedValue } from '../../../contracts/links/history.ts';
import type { Engine } from '../../engine/engine.ts';
import { addTags } from '../../tags/tags.store.ts';
import { selectChanges } from '../history/history.store.ts';
import { formatRouting, parseRouting, plainRouting } from '../routing/routing.ts';
import { editInBulk } from './bulk-edits.ts';
import { selectTagged } from './edits.store.ts';
import { undoBulk } from './undo-bulk.ts';
import { chooseForRun } from '../../../tests/support/test-run.ts';
import { authority, ownerCall } from '../../../tests/support/owner.ts';

const RUNS = isPostgres ? chooseForRun(6, 40) : chooseForRun(20, 150);
const IDS = [1, 2, 3, 4];
const FILLERS = Array.from({ length: TAGS_MAX - 2 }, (_, at) => `f${at}`);
/** The last three lie in one column. */
const ROUTED = ['max_clicks', 'fallback_url', 'forward_query'] as const;
const FIELDS = ['long_url', 'note', 'expires_at', 'is_active', ...ROUTED] as const;

interface ModelLink {
  long_url: string;
  note: string;
  expires_at: number;
  is_active: number;
  max_clicks: number;
  fallback_url: string;
  forward_query: number;
  tags: string[];
}

interface ModelBulk {
  readonly id: number;
  readonly links: Map<number, { readonly from: ModelLink; readonly to: ModelLink }>;
}

const tags = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 });
const change = fc.record(
  {
    set: fc.record(
      {
        note: fc.constantFrom('', 'x', 'y'),
        expires_at: fc.constantFrom(0, 5_000_000_000),
        is_active: fc.constantFrom(0, 1),
        max_clicks: fc.constantFrom(0, 5),
        fallback_url: fc.constantFrom('', 'https://three.example/', 'https://own.example/'),
        forward_query: fc.constantFrom(0, 1),
      },
      { requiredKeys: [] },
    ),
    add_tags: tags,
    remove_tags: tags,
    replace_in_url: fc.record({
      find: fc.constantFrom('one', 'two', 'e', '//'),
      put: fc.constantFrom('one', 'two', '', 'own.example/', '://[', '//own.example/'),
    }),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ ids: fc.uniqueArray(fc.constantFrom(...IDS, 9)), change }) },
  { weight: 1, arbitrary: fc.record({ undo: fc.nat(5) }) },
);
const start: fc.Arbitrary<ModelLink> = fc.record({
  long_url: fc.constantFrom('https://one.example/one', 'https://two.example/?a=one'),
  note: fc.constantFrom('', 'x'),
  expires_at: fc.constantFrom(0, 5_000_000_000),
  is_active: fc.constantFrom(0, 1),
  max_clicks: fc.constantFrom(0, 5),
  fallback_url: fc.constant(''),
  forward_query: fc.constantFrom(0, 1),
  tags: fc.oneof<fc.Arbitrary<string[]>[]>(tags, fc.constant([]), fc.constant([...FILLERS, 'a'])),
});

let engine: Engine;
const dataDir = mkdtempSync(join(tmpdir(), 'brisk-bulk-'));
beforeAll(async () => {
  engine = await openTestEngine(dataDir);
});
afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

function editModel(link: ModelLink, { set, ...rest }: BulkChange): ModelLink | BulkFailure {
  const next = Object.assign(structuredClone(link), set);
  if (rest.replace_in_url !== undefined) {
    const { find, put } = rest.replace_in_url;
    const text = link.long_url.split(find).join(put);
    if (!URL.canParse(text) || !/^https?:/.test(text)) return 'bad_url';
    next.long_url = new URL(text).href;
    const isOther = next.long_url !== link.long_url;
    if (isOther && new URL(text).hostname === 'own.example') return 'own_site';
  }
  if (set?.fallback_url === 'https://own.example/') return 'own_site';
  next.tags = next.tags.filter((name) => !(rest.remove_tags ?? []).includes(name));
  next.tags = [...new Set([...next.tags, ...(rest.add_tags ?? [])])].toSorted();
  if (next.tags.length > TAGS_MAX && next.tags.length > link.tags.length) return 'too_many_tags';
  return next;
}

/** Undoes an edit in the model; returns whether all of it was undone. */
function undoModel(link: ModelLink, from: ModelLink, to: ModelLink): boolean {
  let isWhole = true;
  for (const field of FIELDS) {
    if (from[field] === to[field]) continue;
    if (link[field] === to[field]) Object.assign(link, { [field]: from[field] });
    else if (link[field] !== from[field]) isWhole = false;
  }
  const kept = link.tags.filter((name) => from.tags.includes(name) || !to.tags.includes(name));
  const given = from.tags.filter((name) => !to.tags.includes(name));
  const next = [...new Set([...kept, ...given])].toSorted();
  if (next.length > TAGS_MAX) return false;
  link.tags = next;
  return isWhole;
}

async function readLinks(): Promise<Map<number, ModelLink>> {
  const tagged = await selectTagged(engine, engine.db, 'all', IDS);
  return new Map(
    tagged.map(({ link, tags }) => {
      const { long_url, note, expires_at, is_active } = link;
      const { max_clicks, fallback_url, forward_query } = parseRouting(link.routing);
      const routed = { max_clicks, fallback_url, forward_query };
      return [link.id, { long_url, note, expires_at, is_active, ...routed, tags: [...tags] }];
    }),
  );
}

async function begin(links: readonly ModelLink[]): Promise<void> {
  await removeLinks(engine);
  for (const table of ['link_tag', 'link_change', 'bulk_edit', 'tag'] as const) {
    await engine.db.deleteFrom(table).execute();
  }
  const rows = links.map(({ long_url, note, expires_at, is_active, ...routed }, at) => ({
    long_url,
    note,
    expires_at,
    is_active,
    routing: formatRouting({
      ...plainRouting,
      max_clicks: routed.max_clicks,
      fallback_url: routed.fallback_url,
      forward_query: routed.forward_query,
    }),
    id: IDS[at]!,
    short_url: `l${at}`,
  }));
  await seedLinks(engine, rows);
  await engine.write((tx) =>
    addTags(tx, engine.sql, new Map(links.map((link, at) => [IDS[at]!, link.tags]))),
  );
}

/** The newest change is a field's value; each change begins with the value before it. */
async function checkHistory(first: readonly ModelLink[]): Promise<void> {
  const now = await readLinks();
  for (const [at, id] of IDS.entries()) {
    const reached: Record<string, ChangedValue> = { ...first[at]! };
    for (const { field, from, to } of (await selectChanges(engine.db, id)).toReversed()) {
      expect(from).toEqual(reached[field]!);
      expect(to).not.toEqual(from);
      reached[field] = to;
    }
    expect(reached).toEqual({ ...now.get(id)! });
  }
}

test('random bulk edits and undos agree with a simple model', async () => {
  const site = { engine, ownHostname: 'own.example', domains: () => [] };
  const caller = { authority, call: ownerCall };
  const starts = fc.tuple(start, start, start, start);
  await fc.assert(
    fc.asyncProperty(starts, fc.array(step, { maxLength: 8 }), async (links, steps) => {
      const first = links.map((link) => ({ ...link, tags: link.tags.toSorted() }));
      await begin(first);
      const model = new Map(first.map((link, at) => [IDS[at]!, structuredClone(link)]));
      const bulks: ModelBulk[] = [];
      for (const wanted of steps) {
        if ('undo' in wanted) {
          const [bulk] = bulks.splice(wanted.undo, 1);
          if (bulk === undefined) continue;
          const whole = [...bulk.links].filter(([id, { from, to }]) =>
            undoModel(model.get(id)!, from, to),
          );
          const expected = { restored: whole.length, kept: bulk.links.size - whole.length };
          expect(await undoBulk(engine, { ...caller, bulkId: bulk.id, ownHostnames: [] })).toEqual(
            expected,
          );
        } else {
          const failed: { id: number; reason: BulkFailure }[] = [];
          const changed: ModelBulk['links'] = new Map();
          for (const id of wanted.ids.toSorted((a, b) => a - b)) {
            const from = model.get(id);
            const to = from === undefined ? 'not_found' : editModel(from, wanted.change);
            if (typeof to === 'string') failed.push({ id, reason: to });
            else if (!Bun.deepEquals(from, to)) changed.set(id, { from: from!, to });
          }
          const expected = { matched: wanted.ids.length, changed: changed.size, failed };
          const request = { ...wanted.change, ids: wanted.ids };
          const before = await readLinks();
          const dry = await editInBulk(site, { ...request, dry_run: true }, caller);
          expect(await readLinks()).toEqual(before);
          const done = await editInBulk(site, { ...request, dry_run: false }, caller);
          expect(done).toMatchObject(expected);
          expect(dry).toEqual({ ...done, bulk_id: null });
          for (const [id, { to }] of changed) model.set(id, structuredClone(to));
          if (done.bulk_id !== null) bulks.push({ id: done.bulk_id, links: changed });
        }
        expect(await readLinks()).toEqual(model);
      }
      await checkHistory(first);
    }),
    { numRuns: RUNS },
  );
}, 300_000);
