import { describe, expect, setSystemTime, test } from 'bun:test';
import { importLinks } from '../../../contracts/import.ts';
import {
  clearLinks,
  createLink,
  deleteLinks,
  restoreLinks,
  searchLinks,
  updateLink,
  type Link,
} from '../../../contracts/links/links.ts';
import { setOption } from '../../../contracts/site.ts';
import { TAG_MAX, TAGS_MAX } from '../../../contracts/links/tag-names.ts';
import { TAG_DESCRIPTION_MAX, tagColors } from '../../../contracts/links/tags.constants.ts';
import { deleteTag, listTags, renameTag, setTag, type Tag } from '../../../contracts/links/tags.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { create as createWith, get, update } from '../link-steps.ts';
import { drain, listAll, openSetUpSite, type SetUpSite } from '../set-up-site.ts';

const target = 'https://example.com/target';
const GUESTS = { allowed: true, per_hour: 20 };

function create(site: SetUpSite, code: string, tags?: unknown): Promise<Link> {
  return createWith(site, { short_url: code, tags });
}

function tagOf(name: string, links: number, more: Partial<Tag> = {}): Tag {
  return { name, links, clicks: 0, color: '', description: '', ...more };
}

async function tagsOf(site: SetUpSite, code: string): Promise<readonly string[]> {
  return (await get(site, code)).tags;
}

async function readTags(site: SetUpSite): Promise<unknown> {
  return (await site.call(listTags, {}, site.token)).data;
}

async function set(site: SetUpSite, fields: object): Promise<unknown> {
  return (await site.call(setTag, fields, site.token)).data;
}

describe('the tags of a link', () => {
  test('are created on first use, and are sorted by name in every list', async () => {
    await using site = await openSetUpSite();
    await create(site, 'a', ['shop', '  Ad \n campaign ', '短', 'shop ']);
    await create(site, 'b', 'SHOP,, new,');
    await create(site, 'c');
    await create(site, 'd', []);
    const named = { a: ['Ad campaign', 'shop', '短'], b: ['new', 'shop'], c: [], d: [] };
    const found = await site.call(searchLinks, { filter: 'title', keyword: 'x' }, site.token);
    for (const rows of [await listAll(site, site.token), (found.data as { urls: Link[] }).urls]) {
      expect(Object.fromEntries(rows.map((row) => [row.short_url, row.tags]))).toEqual(named);
    }
    expect(await readTags(site)).toEqual([
      tagOf('Ad campaign', 1),
      tagOf('new', 1),
      tagOf('shop', 2),
      tagOf('短', 1),
    ]);
  });

  test.each([
    ['Shop', 'sHOP'],
    ['Ａｄ', 'ad'],
    ['ﬁne', 'FINE'],
    ['cafe\u0301', 'CAFÉ'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['２０２６', '2026'],
    ['a b', ' A  \t b '],
  ])('%j and %j are one tag, and the first spelling stays', async (first, other) => {
    await using site = await openSetUpSite();
    await create(site, 'a', [first]);
    await create(site, 'b', [other, first, other]);
    expect(await tagsOf(site, 'b')).toEqual([first]);
    expect(await readTags(site)).toEqual([tagOf(first, 2)]);
  });

  test('stay when the field is absent, are replaced as a whole, and can be emptied', async () => {
    await using site = await openSetUpSite();
    const { id } = await create(site, 'a', ['One', 'two']);
    const before = await update(site, id, { title: 'y' });
    expect(before.tags).toEqual(['One', 'two']);
    setSystemTime(Date.now() + 10_000);
    // The same tags in any order and spelling change nothing.
    expect(await update(site, id, { tags: ['TWO', 'one'] })).toEqual(before);
    const changed = await update(site, id, { tags: ['two', 'three'] });
    expect(changed.tags).toEqual(['three', 'two']);
    expect(changed.updated_at).toBeGreaterThan(before.updated_at);
    setSystemTime();
    for (const empty of ['', [], null, ' , ']) {
      await update(site, id, { tags: ['two'] });
      expect((await update(site, id, { tags: empty })).tags).toEqual([]);
    }
    expect(await readTags(site)).toContainEqual(tagOf('One', 0));
  });

  test.each([
    [Array.from({ length: TAGS_MAX + 1 }, (_, at) => `t${at}`)],
    [Array.from({ length: TAGS_MAX + 1 }, (_, at) => `t${at}`).join(',')],
    [['x'.repeat(TAG_MAX + 1)]],
    [['a,b']],
    [['']],
    [[' \u0000 ']],
    [['\u200b\u2060']],
    [[7]],
    [[['a']]],
    [{ a: 'b' }],
    [7],
    [true],
  ])('are refused as %j, and no tag is created', async (wrong) => {
    await using site = await openSetUpSite();
    const { id } = await create(site, 'a', ['kept']);
    const refusal = { code: 400, msg: 'bad.request' };
    const fields = { long_url: target, tags: wrong };
    expect(await site.call(createLink, fields, site.token)).toMatchObject(refusal);
    expect(await site.call(updateLink, { id, tags: wrong }, site.token)).toMatchObject(refusal);
    expect(await tagsOf(site, 'a')).toEqual(['kept']);
    expect(await readTags(site)).toEqual([tagOf('kept', 1)]);
  });

  test('may be twenty, of any characters, in every encoding', async () => {
    await using site = await openSetUpSite();
    const names = Array.from({ length: TAGS_MAX - 1 }, (_, at) => `${at}`.padStart(TAG_MAX, 't'));
    const odd = `__proto__ %_"'\\;<b>💩`;
    const { id } = await create(site, 'a', [...names, odd]);
    expect((await tagsOf(site, 'a')).toSorted()).toEqual([...names, odd].toSorted());
    expect((await update(site, id, { tags: ['\ud800half'] })).tags).toEqual(['\ufffdhalf']);
  });

  test('are refused unread in a text that no twenty tags fill', async () => {
    await using site = await openSetUpSite();
    for (const tags of [','.repeat(60_000), 'a,'.repeat(30_000)]) {
      const refused = await site.call(createLink, { long_url: target, tags }, site.token);
      expect(refused).toMatchObject({ code: 400, data: { issues: [{ field: 'tags' }] } });
    }
  });

  test('are refused from visitors without a login', async () => {
    await using site = await openSetUpSite();
    await site.call(
      setOption,
      { key: 'anonymous_creation', value: JSON.stringify(GUESTS) },
      site.token,
    );
    const fields = { long_url: target, title: 'x' };
    expect(await site.call(createLink, fields)).toMatchObject({ code: 200 });
    expect(await site.call(createLink, { ...fields, tags: 'a' })).toMatchObject({
      code: 200,
      data: { ignored: ['tags'] },
    });
    for (const route of [listTags, setTag, renameTag, deleteTag]) {
      expect(await site.call(route, { name: 'a', to: 'b' })).toMatchObject({ code: 401 });
    }
    expect(await readTags(site)).toEqual([]);
  });

  test('are restored with a deleted link, and are deleted for good with it', async () => {
    await using site = await openSetUpSite();
    const { id } = await create(site, 'a', ['One']);
    await site.call(deleteLinks, { ids: [id] }, site.token);
    expect(await readTags(site)).toEqual([tagOf('One', 0)]);
    await site.call(renameTag, { name: 'one', to: 'Two' }, site.token);
    await site.call(restoreLinks, { ids: [id] }, site.token);
    expect(await tagsOf(site, 'a')).toEqual(['Two']);
    expect(await readTags(site)).toEqual([tagOf('Two', 1)]);
    await site.call(clearLinks, { confirm: true }, site.token);
    expect(await readTags(site)).toEqual([]);
  });
});

describe('a tag', () => {
  test('is renamed on all links, even when only the case changes', async () => {
    await using site = await openSetUpSite();
    await create(site, 'a', ['old']);
    for (const [name, to] of [
      ['OLD', 'New'],
      ['new', 'NEW'],
    ] as const) {
      const answer = await site.call(renameTag, { name, to }, site.token);
      expect(answer).toMatchObject({ code: 200, data: tagOf(to, 1) });
      expect(await tagsOf(site, 'a')).toEqual([to]);
      expect(await readTags(site)).toEqual([tagOf(to, 1)]);
    }
  });

  test('is merged into the one that has its new name', async () => {
    await using site = await openSetUpSite();
    await create(site, 'a', ['one', 'Two']);
    await create(site, 'b', ['one']);
    await create(site, 'c', ['two']);
    const answer = await site.call(renameTag, { name: 'one', to: 'TWO' }, site.token);
    expect(answer).toMatchObject({ code: 200, data: tagOf('Two', 3) });
    for (const code of ['a', 'b', 'c']) expect(await tagsOf(site, code)).toEqual(['Two']);
    expect(await readTags(site)).toEqual([tagOf('Two', 3)]);
  });

  test('is deleted from all links, and the links stay', async () => {
    await using site = await openSetUpSite();
    await create(site, 'a', ['one', 'two']);
    const answer = await site.call(deleteTag, { name: ' ONE ' }, site.token);
    expect(answer).toMatchObject({ code: 200, data: tagOf('one', 1) });
    expect(await tagsOf(site, 'a')).toEqual(['two']);
    expect(await readTags(site)).toEqual([tagOf('two', 1)]);
  });

  test('that does not exist or has no name can be neither renamed nor deleted', async () => {
    await using site = await openSetUpSite();
    await create(site, 'a', ['one']);
    for (const [route, fields] of [
      [renameTag, { name: 'none', to: 'one' }],
      [deleteTag, { name: '%' }],
    ] as const) {
      const answer = await site.call(route, fields, site.token);
      expect(answer).toMatchObject({ code: 404, msg: 'tag.not.found' });
    }
    for (const to of ['', 'a,b', 'x'.repeat(TAG_MAX + 1), '\u200b', 7, ['a']]) {
      const answer = await site.call(renameTag, { name: 'one', to }, site.token);
      expect(answer).toMatchObject({ code: 400, data: { issues: [{ field: 'to' }] } });
    }
    expect(await readTags(site)).toEqual([tagOf('one', 1)]);
  });
});

describe('a tag has', () => {
  const about = { color: 'teal', description: 'Posters in shops' } as const;

  test('a color and a description, which stay when a field is absent, and can be emptied', async () => {
    await using site = await openSetUpSite();
    await create(site, 'a', ['Shop']);
    expect(await set(site, { name: 'SHOP', ...about })).toEqual(tagOf('Shop', 1, about));
    for (const color of tagColors) {
      expect(await set(site, { name: 'shop', color })).toEqual(
        tagOf('Shop', 1, { ...about, color }),
      );
    }
    await set(site, { name: 'shop', color: 'red' });
    expect(await set(site, { name: 'shop' })).toEqual(tagOf('Shop', 1, { ...about, color: 'red' }));
    const spaced = { name: 'shop', color: null, description: '  one\ntwo\u0000 ' };
    expect(await set(site, spaced)).toEqual(tagOf('Shop', 1, { description: 'one two' }));
    const long = 'x'.repeat(TAG_DESCRIPTION_MAX);
    await set(site, { name: 'shop', description: long });
    expect(await readTags(site)).toEqual([tagOf('Shop', 1, { description: long })]);
    expect(await set(site, { name: 'shop', description: '' })).toEqual(tagOf('Shop', 1));
  });

  test.each([
    ['color', 'pink'],
    ['color', 'Red'],
    ['color', '#f00'],
    ['color', 7],
    ['description', 'x'.repeat(TAG_DESCRIPTION_MAX + 1)],
    ['description', ['a']],
    ['name', ''],
    ['name', undefined],
  ])('no %s %j', async (field, value) => {
    await using site = await openSetUpSite();
    await create(site, 'a', ['Shop']);
    const answer = await site.call(setTag, { name: 'shop', [field]: value }, site.token);
    expect(answer).toMatchObject({ code: 400, data: { issues: [{ field }] } });
    expect(await readTags(site)).toEqual([tagOf('Shop', 1)]);
  });

  test('no values before it is used', async () => {
    await using site = await openSetUpSite();
    const answer = await site.call(setTag, { name: 'shop', color: 'red' }, site.token);
    expect(answer).toMatchObject({ code: 404, msg: 'tag.not.found' });
    expect(await readTags(site)).toEqual([]);
  });

  test('its values under a new name; merged into another, that one keeps its own', async () => {
    await using site = await openSetUpSite();
    await create(site, 'a', ['one', 'two']);
    await set(site, { name: 'one', ...about });
    await site.call(renameTag, { name: 'one', to: 'uno' }, site.token);
    expect(await readTags(site)).toEqual([tagOf('two', 1), tagOf('uno', 1, about)]);
    await site.call(renameTag, { name: 'uno', to: 'two' }, site.token);
    expect(await readTags(site)).toEqual([tagOf('two', 1)]);
  });

  test('the clicks of its links, counted before or after they got it, without the bin', async () => {
    await using site = await openSetUpSite();
    const { id } = await create(site, 'a', ['one', 'two']);
    await create(site, 'b', ['two']);
    const file = { links: [{ short_url: 'c', long_url: target, clicks: 40, tags: ['two'] }] };
    const fields = { file: JSON.stringify({ format: 'brisk', version: 1, ...file }) };
    await site.call(importLinks, fields, site.token);
    for (const code of ['a', 'a', 'b']) await site.fetch(`/${code}`);
    await drain(site);
    const clicksOfTags = async (): Promise<unknown> =>
      ((await readTags(site)) as Tag[]).map(({ name, clicks }) => [name, clicks]);
    expect(await clicksOfTags()).toEqual([
      ['one', 2],
      ['two', 43],
    ]);
    await update(site, id, { tags: ['one', 'late'] });
    await site.call(deleteLinks, { ids: [id] }, site.token);
    await drain(site);
    expect(await clicksOfTags()).toEqual([
      ['late', 0],
      ['one', 0],
      ['two', 41],
    ]);
    await site.call(restoreLinks, { ids: [id] }, site.token);
    expect(await clicksOfTags()).toEqual([
      ['late', 2],
      ['one', 2],
      ['two', 41],
    ]);
    await site.call(renameTag, { name: 'late', to: 'two' }, site.token);
    await site.call(deleteTag, { name: 'one' }, site.token);
    expect(await clicksOfTags()).toEqual([['two', 43]]);
  });

  test('each change of its color and description in the audit', async () => {
    await using site = await openSetUpSite();
    await create(site, 'a', ['one']);
    await set(site, { name: 'ONE', ...about });
    const engine = await openTestEngine(site.dataDir);
    const row = await engine.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'tag.changed')
      .executeTakeFirstOrThrow();
    await engine.close();
    expect(row).toMatchObject({ actor_name: 'ada', target_kind: 'tag', target_name: 'one' });
    expect(JSON.parse(row.former)).toEqual({ color: '', description: '' });
    expect(JSON.parse(row.present)).toEqual(about);
  });
});

test('an import from Shlink, Sink and Brisk keeps the tags', async () => {
  await using site = await openSetUpSite();
  await create(site, 'there', ['Shop']);
  const long = `${'y'.repeat(TAG_MAX - 1)}💩`;
  const files = [
    [{ shortCode: 'a', longUrl: target, tags: ['shop', 'A,B', '', long, 5, null, ['c']] }],
    { links: [{ slug: 'b', url: target, tags: ['SHOP', 'sink', 'SINK'] }] },
    {
      format: 'brisk',
      version: 1,
      links: [
        { short_url: 'c', long_url: target, tags: Array.from({ length: 30 }, (_, at) => `t${at}`) },
        { short_url: 'd', long_url: target, tags: 'one, two' },
        { short_url: 'e', long_url: target, tags: '["one","three"]' },
        { short_url: 'f', long_url: target, tags: { name: 'none' } },
        { short_url: 'there', long_url: target, tags: ['late'] },
      ],
    },
  ];
  for (const file of files) {
    const fields = { file: JSON.stringify(file) };
    expect(await site.call(importLinks, fields, site.token)).toMatchObject({
      code: 200,
      data: { failed: 0 },
    });
  }
  expect(await tagsOf(site, 'a')).toEqual(['5', 'A B', 'Shop', 'y'.repeat(TAG_MAX - 1)]);
  expect(await tagsOf(site, 'b')).toEqual(['Shop', 'sink']);
  expect(await tagsOf(site, 'c')).toHaveLength(TAGS_MAX);
  expect(await tagsOf(site, 'd')).toEqual(['one', 'two']);
  expect(await tagsOf(site, 'e')).toEqual(['one', 'three']);
  expect(await tagsOf(site, 'f')).toEqual([]);
  expect(await tagsOf(site, 'there')).toEqual(['Shop']);
});
