import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test';
import { createToken } from '../../../contracts/account.ts';
import { UNDO_SECONDS } from '../../../contracts/links/bulk.constants.ts';
import { editLinks, listBulks, undoBulk } from '../../../contracts/links/bulk.ts';
import { getHistory, revertLink, type Change } from '../../../contracts/links/history.ts';
import {
  clearLinks,
  deleteLinks,
  restoreLinks,
  type Link,
} from '../../../contracts/links/links.ts';
import type { ReplyOf } from '../../../contracts/route.ts';
import { TAGS_MAX } from '../../../contracts/links/tag-names.ts';
import { renameTag } from '../../../contracts/links/tags.ts';
import { create, get, update } from '../link-steps.ts';
import { listAll, openSetUpSite, type SetUpSite } from '../set-up-site.ts';

type Reply = ReplyOf<typeof editLinks>;

let now = 0;
beforeEach(() => {
  now = Math.floor(Date.now() / 1000);
  advanceClock();
});
afterEach(() => void setSystemTime());

/** Advances the clock and returns the new time. */
function advanceClock(seconds = 10): number {
  now += seconds;
  setSystemTime(now * 1000);
  return now;
}

async function edit(site: SetUpSite, fields: object): Promise<Reply> {
  const { code, data } = await site.call(editLinks, fields, site.token);
  expect({ code, data }).toMatchObject({ code: 200 });
  return data as Reply;
}

function undoBulkEdit(site: SetUpSite, bulkId: number | null) {
  return site.call(undoBulk, { bulk_id: bulkId }, site.token);
}

/** Creates links a, b, c … and returns their ids. */
async function createSome(site: SetUpSite, fields: readonly object[]): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, own] of fields.entries()) {
    const short_url = String.fromCodePoint(97 + index);
    const long_url = `https://old.example/${short_url}`;
    ids.push((await create(site, { short_url, long_url, ...own })).id);
  }
  return ids;
}

async function readHistory(site: SetUpSite, id: number): Promise<Change[]> {
  return (await site.call(getHistory, { id }, site.token)).data as Change[];
}

describe('a bulk edit', () => {
  test('changes fields, tags and targets of all its links, and one call undoes it', async () => {
    await using site = await openSetUpSite();
    const ids = await createSome(site, [{ tags: ['Old'] }, { tags: ['x', 'old'] }, {}]);
    expect((await site.fetch('/a')).headers.get('location')).toBe('https://old.example/a');
    const before = await listAll(site, site.token);
    const at = advanceClock();
    const change = {
      set: { expires_at: 4_000_000_000, shows_numbers: 1, note: 'Moved' },
      add_tags: ['new', 'X'],
      remove_tags: ['OLD'],
      replace_in_url: { find: 'old.example', put: 'new.example' },
    };
    const dry = await edit(site, { ids, ...change, dry_run: true });
    expect(await listAll(site, site.token)).toEqual(before);
    const done = await edit(site, { ids, ...change });
    expect(done).toMatchObject({ matched: 3, changed: 3, failed_count: 0, failed: [] });
    expect(dry).toEqual({ ...done, bulk_id: null });
    expect(done.examples[0]).toEqual({
      id: ids[0]!,
      short_url: 'a',
      changes: expect.arrayContaining([
        { field: 'long_url', from: 'https://old.example/a', to: 'https://new.example/a' },
        { field: 'tags', from: ['Old'], to: ['new', 'x'] },
      ]) as [],
    });
    for (const code of ['a', 'b', 'c']) {
      expect(await get(site, code)).toMatchObject({
        long_url: `https://new.example/${code}`,
        ...change.set,
        tags: ['new', 'x'],
        updated_at: at,
      });
    }
    expect((await site.fetch('/a')).headers.get('location')).toBe('https://new.example/a');
    const changes = await readHistory(site, ids[0]!);
    expect(changes).toContainEqual({
      at,
      who: 'login',
      field: 'tags',
      from: ['Old'],
      to: ['new', 'x'],
    });
    expect(changes).toHaveLength(5);

    advanceClock();
    expect(await undoBulkEdit(site, done.bulk_id)).toMatchObject({
      data: { restored: 3, kept: 0 },
    });
    const undone = await listAll(site, site.token);
    const visits = expect.any(Number) as number;
    expect(undone).toEqual(
      before.map((link) => Object.assign(link, { updated_at: now, pending_clicks: visits })),
    );
    expect((await site.fetch('/a')).headers.get('location')).toBe('https://old.example/a');
    expect(await readHistory(site, ids[0]!)).toHaveLength(10);
    expect(await undoBulkEdit(site, done.bulk_id)).toMatchObject({
      code: 404,
      msg: 'bulk.not.found',
    });
  });

  test('adds no history to links that already have the value', async () => {
    await using site = await openSetUpSite();
    const ids = await createSome(site, [{ tags: ['Shop'] }, {}, { is_active: 0 }]);
    const same = { ids, set: { is_count_only: 0 }, remove_tags: 'none' };
    expect(await edit(site, same)).toMatchObject({ bulk_id: null, matched: 3, changed: 0 });
    const tagged = await edit(site, { ids, add_tags: 'SHOP' });
    expect(tagged).toMatchObject({ matched: 3, changed: 2 });
    expect((await get(site, 'b')).tags).toEqual(['Shop']);
    expect(await readHistory(site, ids[0]!)).toEqual([]);
    const off = await edit(site, { ids, set: { is_active: 0 } });
    expect(off).toMatchObject({ changed: 2 });
    expect((await site.fetch('/a')).status).toBe(410);
  });

  test('tells which links it can’t change, and changes the others', async () => {
    await using site = await openSetUpSite();
    const many = Array.from({ length: TAGS_MAX }, (_, at) => `t${at}`);
    const ids = await createSome(site, [{}, { tags: many }, { long_url: 'https://x.example/old' }]);
    const [a, b, c] = ids as [number, number, number];
    const before = await get(site, 'b');
    const full = await edit(site, { ids: [c, b, a, 77, a], add_tags: ['t0', 'one more'] });
    expect(full).toMatchObject({
      matched: 4,
      changed: 2,
      failed_count: 2,
      failed: [
        { id: b, reason: 'too_many_tags' },
        { id: 77, reason: 'not_found' },
      ],
    });
    expect(await get(site, 'b')).toEqual(before);
    const { port } = new URL(site.url);
    for (const [put, reason] of [
      [`//127.0.0.1:${port}`, 'own_site'],
      ['//localhost', 'own_site'],
      ['//user@x.example', 'bad_url'],
      ['//[', 'bad_url'],
      [`//x.example/${'y'.repeat(8180)}`, 'bad_url'],
    ] as const) {
      const replace_in_url = { find: '//old.example', put };
      const answer = await edit(site, { ids, replace_in_url, set: { note: 'n' }, dry_run: 1 });
      expect(answer).toMatchObject({
        changed: 1,
        failed: [
          { id: a, reason },
          { id: b, reason },
        ],
      });
    }
    expect((await get(site, 'a')).note).toBe('');
  });

  test('changes the links that match a filter, or all without one', async () => {
    await using site = await openSetUpSite();
    await createSome(site, [{ tags: ['one'] }, { tags: ['one'], is_active: 0 }, {}]);
    const off = { where: { tag: ['one'], state: ['off'] }, add_tags: ['was off'] };
    expect(await edit(site, off)).toMatchObject({ matched: 1, changed: 1 });
    expect((await get(site, 'b')).tags).toEqual(['one', 'was off']);
    // The edited links no longer match the filter, and the rest is still edited.
    const on = await edit(site, { where: { tag: 'one' }, remove_tags: ['one'] });
    expect(on).toMatchObject({ matched: 2, changed: 2 });
    expect(await edit(site, { where: { all: 1 }, set: { ttl_days: 3 } })).toMatchObject({
      changed: 3,
    });
    expect((await get(site, 'c')).expires_at).toBe(now + 3 * 86_400);
    for (const [where, matched] of [
      [{ filter: 'short_url', keyword: 'B' }, 1],
      [{ filter: 'short_url', keyword: 'old' }, 0],
      [{ filter: 'short_url', keyword: 'b', state: 'live' }, 0],
      [{ filter: 'long_url', keyword: '.EXAMPLE' }, 3],
      [{ filter: 'long_url', keyword: '.example', tag: 'was off' }, 1],
      [{ filter: 'title', keyword: 'x' }, 3],
    ] as const) {
      const answer = await edit(site, { where, set: { note: 'found' }, dry_run: 1 });
      expect({ where, ...answer }).toMatchObject({ where, matched, changed: matched });
    }
    expect(await edit(site, { where: { q: 'nothing' }, set: { note: 'x' } })).toMatchObject({
      bulk_id: null,
      matched: 0,
    });
  });

  test.each([
    ['a.b', 'x', 'https://a.b.example/a.b?a.b#A.B', 'https://x.example/x?x#A.B'],
    ['/$1', '/$&', 'https://a.example/$1', 'https://a.example/$&'],
    ['日本', '中国', 'https://a.example/日本?q=日本', 'https://a.example/中国?q=中国'],
    ['bücher.example', 'books.example', 'https://bücher.example/b', 'https://books.example/b'],
    ['https://bücher.example', 'http://例え.jp', 'https://bücher.example/b', 'http://例え.jp/b'],
    ['%20', '-', 'https://a.example/a%20b c', 'https://a.example/a-b-c'],
    ['?utm=1', '', 'https://a.example/?utm=1', 'https://a.example/'],
    ['A.EXAMPLE', 'b', 'https://a.example/', 'https://a.example/'],
    ['aa', 'a', 'https://aaaa.example/', 'https://aa.example/'],
  ])('that replaces %j with %j in %s makes %s', async (find, put, from, to) => {
    await using site = await openSetUpSite();
    const { id } = await create(site, { short_url: 'a', long_url: from });
    await edit(site, { ids: [id], replace_in_url: { find, put } });
    expect((await get(site, 'a')).long_url).toBe(new URL(to).href);
  });

  test.each([
    ['neither ids nor where', { set: { note: 'x' } }, 'ids'],
    ['an empty where', { where: {}, set: { note: 'x' } }, 'where'],
    ['empty filters', { where: { tag: [], q: '', state: null }, set: { note: 'x' } }, 'where'],
    ['blank tags', { where: { tag: [' ', ''] }, set: { note: 'x' } }, 'where.tag'],
    ['a filter of all time', { where: { created_from: 0 }, set: { note: 'x' } }, 'where'],
    ['all links but some', { where: { all: 1, tag: 'x' }, set: { note: 'x' } }, 'where.all'],
    ['all = 0', { where: { all: 0 }, set: { note: 'x' } }, 'where.all'],
    ['a misspelt filter', { where: { tags: ['x'] }, set: { note: 'x' } }, 'where.tags'],
    ['a filter beside where', { where: { all: 1 }, tag: 'x', set: { note: 'x' } }, 'tag'],
    ['both', { ids: [1], where: { all: 1 }, set: { note: 'x' } }, 'ids'],
    ['no ids', { ids: [], set: { note: 'x' } }, 'ids'],
    ['1,001 ids', { ids: Array(1001).fill(1), set: { note: 'x' } }, 'ids'],
    ['ids of a wrong type', { ids: ['x'], set: { note: 'x' } }, 'ids.0'],
    ['nothing to change', { where: { all: 1 } }, 'set'],
    ['nothing to change in three ways', { where: { all: 1 }, set: {}, add_tags: [] }, 'set'],
    ['a code', { where: { all: 1 }, set: { short_url: 'x' } }, 'set.short_url'],
    ['a flag of 2', { where: { all: 1 }, set: { is_active: 2 } }, 'set.is_active'],
    ['two expiries', { where: { all: 1 }, set: { expires_at: 0, ttl_days: 0 } }, 'set.ttl_days'],
    ['a list as fields', { where: { all: 1 }, set: [1] }, 'set'],
    ['text that is no JSON', { where: { all: 1 }, set: '{' }, 'set'],
    ['an unknown state', { where: { state: 'x' }, set: { note: 'x' } }, 'where.state'],
    ['a keyword alone', { where: { keyword: 'x' }, set: { note: 'x' } }, 'where.keyword'],
    ['nothing to find', { where: { all: 1 }, replace_in_url: { find: '' } }, 'replace_in_url.find'],
    [
      'a number to put',
      { where: { all: 1 }, replace_in_url: { find: 'a', put: 1 } },
      'replace_in_url.put',
    ],
    ['a tag with a comma', { where: { all: 1 }, add_tags: ['a,b'] }, 'add_tags.0'],
    ['a dry run of 2', { where: { all: 1 }, set: { note: 'x' }, dry_run: 2 }, 'dry_run'],
  ])('with %s is refused', async (_, fields, field) => {
    await using site = await openSetUpSite();
    await create(site, { short_url: 'a' });
    const { code, data } = await site.call(editLinks, fields, site.token);
    expect(code).toBe(400);
    const { issues } = data as { issues: { field: string }[] };
    expect(issues.map((issue) => issue.field)).toContainEqual(expect.stringMatching(field));
    expect((await get(site, 'a')).note).toBe('');
  });

  test('sent as a form takes objects as JSON', async () => {
    await using site = await openSetUpSite();
    await createSome(site, [{}, {}]);
    const body = new URLSearchParams({
      where: '{"state":"live"}',
      set: '{"note":"&=","expires_at":"0"}',
      replace_in_url: '{"find":"old","put":"new"}',
      add_tags: 'one,two',
    });
    const headers = { authorization: `Bearer ${site.token}` };
    const response = await site.fetch(editLinks.path, { method: 'POST', body, headers });
    expect(await response.json()).toMatchObject({ code: 200, data: { changed: 2 } });
    const expected = { note: '&=', long_url: 'https://new.example/a', tags: ['one', 'two'] };
    expect(await get(site, 'a')).toMatchObject(expected);
  });

  test('takes 1,000 ids, and keeps two that run at once apart', async () => {
    await using site = await openSetUpSite();
    const ids = await createSome(site, [{}, {}]);
    const all = [...ids, ...Array.from({ length: 998 }, (_, at) => 900_000_000 + at)];
    const [one, other] = await Promise.all([
      edit(site, { ids: all, add_tags: ['one'] }),
      edit(site, { ids, add_tags: ['other'], set: { note: 'x' } }),
    ]);
    expect(one).toMatchObject({ matched: 1000, changed: 2, failed_count: 998 });
    expect(one.failed).toHaveLength(100);
    expect((await get(site, 'a')).tags).toEqual(['one', 'other']);
    expect(await undoBulkEdit(site, one.bulk_id)).toMatchObject({ data: { restored: 2, kept: 0 } });
    expect(await get(site, 'a')).toMatchObject({ tags: ['other'], note: 'x' });
    expect(await undoBulkEdit(site, other.bulk_id)).toMatchObject({
      data: { restored: 2, kept: 0 },
    });
  });
});

describe('undo of a bulk edit', () => {
  test('keeps later changes, and says how many links it kept', async () => {
    await using site = await openSetUpSite();
    const ids = await createSome(site, [{}, {}, {}, {}, { tags: ['gone'] }]);
    const { bulk_id: bulkId } = await edit(site, {
      ids,
      set: { note: 'bulk', shows_numbers: 1 },
      add_tags: ['added'],
      remove_tags: ['gone'],
    });
    const [a, b, c, d, e] = ids as [number, number, number, number, number];
    advanceClock();
    await update(site, a, { note: 'by hand' });
    // The link was reverted by hand, so nothing is left to undo.
    const [last] = await readHistory(site, b);
    await site.call(revertLink, { id: b, at: last!.at }, site.token);
    await site.call(deleteLinks, { ids: [c] }, site.token);
    await update(site, d, { title: 'Other fields', tags: ['added', 'more'] });
    await update(site, e, { tags: Array.from({ length: TAGS_MAX }, (_, at) => `t${at}`) });
    expect(await undoBulkEdit(site, bulkId)).toMatchObject({ data: { restored: 2, kept: 3 } });
    expect(await get(site, 'a')).toMatchObject({ note: 'by hand', shows_numbers: 0, tags: [] });
    expect(await get(site, 'b')).toMatchObject({ note: '', shows_numbers: 0, tags: [] });
    const kept = { title: 'Other fields', note: '', tags: ['more'] };
    expect(await get(site, 'd')).toMatchObject(kept);
    expect((await get(site, 'e')).tags).toHaveLength(TAGS_MAX);
    await site.call(restoreLinks, { ids: [c] }, site.token);
    expect(await get(site, 'c')).toMatchObject({ note: 'bulk', tags: ['added'] });
  });

  test('is offered for 24 hours, even after 200 later changes of a link', async () => {
    await using site = await openSetUpSite();
    const { data } = await site.call(createToken, {}, site.token);
    const { token } = data as { token: string };
    const [id] = await createSome(site, [{}]);
    const began = now;
    const what = { set: { note: 'bulk' }, replace_in_url: { find: 'old', put: 'new' } };
    const fields = { where: { all: 1 }, ...what };
    const { bulk_id: first } = (await site.call(editLinks, fields, token)).data as Reply;
    advanceClock();
    const { bulk_id: second } = await edit(site, { ids: [id], add_tags: ['a'] });
    const bulk = { who: 'login', matched: 1, changed: 1, failed_count: 0 };
    expect((await site.call(listBulks, {}, token)).data).toEqual([
      { ...bulk, bulk_id: second, at: now, what: { add_tags: ['a'] } },
      { ...bulk, bulk_id: first, at: began, who: 'api-token', what },
    ]);
    for (let turn = 0; turn < 110; turn += 1) {
      await update(site, id!, { title: `t${turn}`, description: `d${turn}` });
    }
    expect(await readHistory(site, id!)).toHaveLength(200);
    advanceClock(UNDO_SECONDS - 10);
    expect(await undoBulkEdit(site, first)).toMatchObject({ data: { restored: 1, kept: 0 } });
    expect(await get(site, 'a')).toMatchObject({ note: '', long_url: 'https://old.example/a' });
    advanceClock(11);
    expect((await site.call(listBulks, {}, token)).data).toEqual([]);
    expect(await undoBulkEdit(site, second)).toMatchObject({ code: 404, msg: 'bulk.not.found' });
    expect((await get(site, 'a')).tags).toEqual(['a']);
  });

  test('handles renamed tags, and ends when all links are deleted', async () => {
    await using site = await openSetUpSite();
    const ids = await createSome(site, [{ tags: ['Old'] }]);
    const gone = await edit(site, { ids, remove_tags: ['old'], add_tags: ['new'] });
    await site.call(renameTag, { name: 'old', to: 'OLD' }, site.token);
    await site.call(renameTag, { name: 'new', to: 'other' }, site.token);
    expect(await undoBulkEdit(site, gone.bulk_id)).toMatchObject({ data: { restored: 1 } });
    expect((await get(site, 'a')).tags).toEqual(['OLD', 'other']);
    const { bulk_id: bulkId } = await edit(site, { ids, set: { is_active: 0 } });
    await site.call(clearLinks, { confirm: true }, site.token);
    expect((await site.call(listBulks, {}, site.token)).data).toEqual([]);
    expect(await undoBulkEdit(site, bulkId)).toMatchObject({ code: 404 });
  });

  test('needs a token', async () => {
    await using site = await openSetUpSite();
    const ids = await createSome(site, [{}]);
    const { bulk_id } = await edit(site, { ids, set: { note: 'x' } });
    for (const [route, fields] of [
      [editLinks, { ids, set: { note: 'y' } }],
      [undoBulk, { bulk_id }],
      [listBulks, {}],
    ] as const) {
      expect(await site.call(route, fields)).toMatchObject({ code: 401 });
    }
    for (const wrong of [0, -1, 0.5, 'x', '', null, [1], {}]) {
      const answer = await site.call(undoBulk, { bulk_id: wrong }, site.token);
      expect(answer).toMatchObject({ code: 400, data: { issues: [{ field: 'bulk_id' }] } });
    }
    expect<Link>(await get(site, 'a')).toMatchObject({ note: 'x' });
  });
});
