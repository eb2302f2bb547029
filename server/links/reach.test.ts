import { afterAll, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RESTORE_SECONDS } from '../../contracts/links/bin.constants.ts';
import { sortColumns } from '../../contracts/links/links.constants.ts';
import { authority, owner, ownerCall, ownerToken } from '../../tests/support/owner.ts';
import { removeLinks, seedLinks } from '../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import type { Authority, Reach } from '../access/reach.ts';
import { selectExported } from '../export/export.store.ts';
import { applyEdit } from './apply-edit.ts';
import { selectDeleted, selectRestorable } from './bin/bin.store.ts';
import { editInBulk, listBulks } from './bulk/bulk-edits.ts';
import { undoBulk } from './bulk/undo-bulk.ts';
import {
  deleteByCode,
  deleteByIds,
  purgeAll,
  purgeByIds,
  restoreByIds,
} from './bin/deleted-links.store.ts';
import { selectListedIds } from './lists/listed-ids.ts';
import { LinkLists } from './lists/link-lists.ts';
import {
  countByPrefix,
  countLinks,
  selectIds,
  selectIdsByPrefix,
} from './lists/link-list.store.ts';
import { editOf, selectById, selectByCode, selectPermanent } from './links.store.ts';
import { listLoops } from './look-up/loops.ts';
import { findByCode } from './look-up/short-link.ts';
import { listChanges, revertLink } from './history/revert.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'brisk-reach-'));
const engine = await openTestEngine(dataDir);
const now = 1_700_000_100;
const reach: Reach = { owner: 2 };
const author = { actor: { ...owner, account: 2 }, reach };
const [OWN, OTHERS] = [
  [2, 4, 6],
  [1, 3, 5],
];
const all = [1, 2, 3, 4, 5, 6];

beforeEach(async () => {
  await removeLinks(engine);
  for (const table of ['deleted_link', 'link_change', 'bulk_edit', 'audit'] as const) {
    await engine.db.deleteFrom(table).execute();
  }
  await seedLinks(
    engine,
    all.map((id) => ({
      id,
      short_url: `code${id}`,
      title: `Title ${id}`,
      long_url: 'https://loop.example/',
      long_url_hash: 7,
      clicks: id,
      // Of a guest, of account 2, or of account 1.
      owner_id: id === 3 ? 0 : id % 2 === 0 ? 2 : 1,
    })),
  );
});

afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

async function listIds(): Promise<number[]> {
  const rows = await engine.db.selectFrom('link').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

const idsOf = ({ rows }: { rows: readonly { id: number }[] }) => rows.map(({ id }) => id);

test('only links within reach are read, by id, code and long URL', async () => {
  for (const id of all) {
    const row = OWN.includes(id) ? { id } : null;
    const [byId, byCode] = [
      await selectById(engine.db, reach, id),
      await selectByCode(engine.db, reach, `code${id}`),
    ];
    if (row === null) expect([byId, byCode]).toEqual([null, null]);
    else expect([byId, byCode]).toMatchObject([row, row]);
  }
  const link = { long_url: 'https://loop.example/', long_url_hash: 7 };
  const find = (within: Reach) =>
    engine.write(
      async (tx) => (await selectPermanent(tx, engine.sql, within, [{ link, domain: '' }]))[0]?.id,
    );
  expect([await find('all'), await find(reach), await find({ owner: 9 })]).toEqual([
    1,
    2,
    undefined,
  ]);
  expect((await find({ owner: 1 }))!).toBe(1);
  const { loops, loops_total: total } = await listLoops(engine, reach, 'loop.example');
  expect([loops.map(({ id }) => id), total]).toEqual([OWN, 3]);
});

test('a code of a link beyond reach does not mean another spelling within reach', async () => {
  await seedLinks(engine, [
    { id: 7, short_url: 'ABC', owner_id: 1 },
    { id: 8, short_url: 'abc', owner_id: 2 },
  ]);
  const find = (code: string) => findByCode(engine.db, reach, { domain: '', code });
  expect(await find('ABC')).toBeNull();
  expect(await find('Abc')).toMatchObject({ id: 8 });
});

test('lists, searches, totals and exports hold only links within reach', async () => {
  const lists = new LinkLists({
    engine,
    domains: () => [],
    sortByClicks: () => Promise.resolve(),
    onError: (error) => {
      throw error;
    },
  });
  for (const sort of [undefined, ...sortColumns]) {
    const page = { page: 1, limit: 2, sort, order: 'asc' } as const;
    const first = await lists.all(reach, {}, page);
    const second = await lists.all(reach, {}, { ...page, page: 2 });
    expect([first.total, ...idsOf(first), ...idsOf(second)]).toEqual([3, ...OWN]);
  }
  const after = await lists.after(reach, {}, { after: 0, limit: 2, order: 'desc' });
  expect([after.total, ...idsOf(after)]).toEqual([3, 6, 4]);
  const page = { page: 1, limit: 10, order: 'desc' } as const;
  const filters = [{ q: 'Title' }, { state: ['live' as const] }, { domain: '' }];
  for (const filter of filters) {
    const found = await lists.all(reach, filter, page);
    expect([found.total, ...idsOf(found)]).toEqual([3, 6, 4, 2]);
  }
  for (const wanted of [
    { field: 'title', keyword: 'Title', filter: {} },
    { field: 'short_url', keyword: 'code', filter: {} },
    { field: 'short_url', keyword: 'code', filter: { domain: '' } },
  ] as const) {
    const found = await lists.search(reach, wanted, { ...page, sort: 'clicks' });
    expect([found.total, ...idsOf(found)]).toEqual([3, 6, 4, 2]);
  }
  expect(
    (await lists.search(reach, { field: 'short_url', keyword: 'code1', filter: {} }, page)).total,
  ).toBe(0);
  const asked = { where: {}, domains: [], order: 'asc', size: 2 } as const;
  for (const ids of [null, all]) {
    const exported: number[] = [];
    for await (const batch of selectListedIds(engine, reach, { ...asked, ids }))
      exported.push(
        ...(await selectExported({ engine, reach, addressReach: reach }, batch)).map(
          ({ id }) => id,
        ),
      );
    expect(exported).toEqual(OWN);
  }
});

test('stores of lists count and order only links within reach', async () => {
  const prefix = { column: 'short_url', prefix: 'code' } as const;
  const slice = { skip: 1, size: 5 };
  for (const [within, ids] of [
    ['all', all],
    [reach, OWN],
    [{ owner: 1 }, [1, 5]],
    [{ owner: 9 }, []],
  ] as const) {
    expect(await countLinks(engine, within)).toBe(ids.length);
    expect(await countByPrefix(engine, within, prefix)).toBe(ids.length);
    for (const sort of [undefined, 'clicks'] as const) {
      const sorting = { sort, order: 'asc' } as const;
      expect(await selectIds(engine, within, sorting, slice)).toEqual(ids.slice(1));
      expect(await selectIdsByPrefix(engine, within, prefix, { ...slice, ...sorting })).toEqual(
        ids.slice(1),
      );
    }
  }
});

test('only links within reach are deleted, listed in the bin, restored and purged', async () => {
  expect(await deleteByCode(engine, author, 'code1', now)).toBe(false);
  expect(await deleteByCode(engine, author, 'code2', now)).toBe(true);
  expect(await deleteByIds(engine, author, all, now)).toBe(2);
  expect(await listIds()).toEqual(OTHERS);
  expect(await deleteByIds(engine, authority, [1, 3], now)).toBe(2);
  const page = { page: 1, limit: 10 };
  const bin = await selectDeleted(engine, reach, now, page);
  expect([bin.total, ...idsOf(bin)]).toEqual([3, 6, 4, 2]);
  expect((await selectDeleted(engine, 'all', now, page)).total).toBe(5);
  const until = now + RESTORE_SECONDS;
  await engine.write(async (tx) => {
    const codes = ['code1', 'code2', 'code3'];
    const own = { id: 2, short_url: 'code2', long_url: 'https://loop.example/', until };
    expect(await selectRestorable(tx, engine.sql, reach, codes, now)).toEqual([own]);
    expect(await selectRestorable(tx, engine.sql, 'all', codes, now)).toHaveLength(3);
  });
  const restoration = { authority: author, now, ownHostnames: [] };
  expect(await restoreByIds(engine, { ...restoration, ids: [1, 2, 3] })).toBe(1);
  expect(await listIds()).toEqual([2, 5]);
  expect(await purgeByIds(engine, author, [1, 3, 4])).toBe(1);
  expect(await purgeAll(engine, author)).toBe(1);
  const rest = await engine.db.selectFrom('deleted_link').select('id').orderBy('id').execute();
  expect(rest.map(({ id }) => id)).toEqual([1, 3]);
});

test('only links within reach are edited, show their history and go back', async () => {
  const edit = (within: Authority, id: number) =>
    engine.write(async (tx, changed) => {
      const link = await selectById(tx, within.reach, id);
      if (link === null) return false;
      const edited = { ...editOf(link), title: 'New' };
      await applyEdit(engine, tx, changed, link, { fields: edited, authority: within, now });
      return true;
    });
  expect([await edit(author, 1), await edit(author, 2)]).toEqual([false, true]);
  await edit(authority, 1);
  const caller = { ...ownerToken, account: 2, role: 'author' } as const;
  expect(await listChanges(engine, caller, 2)).toMatchObject([{ field: 'title', to: 'New' }]);
  expect(listChanges(engine, caller, 1)).rejects.toMatchObject({ problem: 'links.unknown' });
  const revert = { at: now, authority: author, ownHostnames: [] };
  expect(revertLink(engine, { ...revert, id: 1 })).rejects.toMatchObject({
    problem: 'links.unknown',
  });
  expect(await revertLink(engine, { ...revert, id: 2 })).toMatchObject({ title: 'Title 2' });
  expect(await selectById(engine.db, 'all', 1)).toMatchObject({ title: 'New' });
});

test('a bulk edit changes only links within reach, and only its account undoes it', async () => {
  const site = { engine, ownHostname: null, domains: () => [] };
  const caller = { authority: author, call: ownerCall };
  const notes = async () => {
    const rows = await engine.db.selectFrom('link').select(['id', 'note']).orderBy('id').execute();
    return rows.filter(({ note }) => note !== '').map(({ id }) => id);
  };
  const set = { note: 'x' };
  const byIds = await editInBulk(site, { ids: all, set, dry_run: true }, caller);
  expect(byIds).toMatchObject({ matched: 6, changed: 3, failed_count: 3 });
  expect(byIds.failed).toEqual(OTHERS.map((id) => ({ id, reason: 'not_found' })));
  for (const where of [
    {},
    { filter: 'short_url', keyword: 'code' },
    { filter: 'title', keyword: 'Title' },
  ] as const) {
    const done = await editInBulk(site, { where, set, dry_run: false }, caller);
    expect(done).toMatchObject({ matched: 3, changed: 3, failed_count: 0 });
    expect(await notes()).toEqual(OWN);
    const bulkId = done.bulk_id!;
    const undo = { ...caller, bulkId, ownHostnames: [] };
    const other = { ...author, reach: { owner: 3 } };
    expect(undoBulk(engine, { ...undo, authority: other })).rejects.toMatchObject({
      problem: 'links.bulk-unknown',
    });
    await undoBulk(engine, undo);
    expect(await notes()).toEqual([]);
  }
  await editInBulk(
    site,
    { where: { all: 1 }, set, dry_run: false },
    { authority, call: ownerCall },
  );
  expect(await notes()).toEqual(all);
  expect(await listBulks(engine, reach)).toEqual([]);
  expect(await listBulks(engine, 'all')).toHaveLength(1);
});
