import { describe, expect, test } from 'bun:test';
import { exportLinks } from '../../../contracts/export.ts';
import { textFields } from '../../../contracts/links/link-fields.constants.ts';
import {
  createLink,
  deleteLinks,
  restoreLinks,
  searchLinks,
  updateLink,
} from '../../../contracts/links/links.ts';
import { importLinks } from '../../../contracts/import.ts';
import { create, createThenSet, get, update } from '../link-steps.ts';
import { listAll, openSetUpSite, type SetUpSite } from '../set-up-site.ts';

const target = 'https://example.com/target';
const PAST = 1_000_000_000;
const FUTURE = 4_000_000_000;
const english = { 'accept-language': 'en' };

async function visit(site: SetUpSite, path: string) {
  const response = await site.fetch(path, { headers: english, redirect: 'manual' });
  return { status: response.status, html: await response.text() };
}

describe('the note of a link', () => {
  test('keeps its lines, stays when the field is absent, and can be emptied', async () => {
    await using site = await openSetUpSite();
    const { id } = await create(site, {
      short_url: 'a',
      note: ' From Ada:\r\n\tcall\u0000her 📞\u0007\r2nd ',
    });
    const note = 'From Ada:\n\tcall her 📞 \n2nd';
    expect(await get(site, 'a')).toMatchObject({ note });
    expect(await listAll(site, site.token)).toMatchObject([{ note }]);
    const found = await site.call(searchLinks, { filter: 'title', keyword: 'x' }, site.token);
    expect(found.data).toMatchObject({ urls: [{ note }] });
    expect(await update(site, id, { title: 'y' })).toMatchObject({ note, title: 'y' });
    for (const empty of ['', null, ' \n ']) {
      await update(site, id, { note });
      expect(await update(site, id, { note: empty })).toMatchObject({ note: '', title: 'y' });
    }
  });

  test('has room for 2,000 characters, and longer ones are refused', async () => {
    await using site = await openSetUpSite();
    const longest = '短'.repeat(textFields.note.maxLength);
    const { id } = await create(site, { short_url: 'a', note: longest });
    expect(await get(site, 'a')).toMatchObject({ note: longest });
    for (const wrong of [`${longest}.`, 7, ['a'], { a: 'b' }, true]) {
      const refused = { code: 400, data: { issues: [{ field: 'note' }] } };
      expect(await site.call(updateLink, { id, note: wrong }, site.token)).toMatchObject(refused);
      const fields = { long_url: target, note: wrong };
      expect(await site.call(createLink, fields, site.token)).toMatchObject(refused);
    }
    expect(await get(site, 'a')).toMatchObject({ note: longest });
  });

  test('is shown to no visitor', async () => {
    await using site = await openSetUpSite();
    await create(site, { short_url: 'a', note: 'classified', description: 'For all' });
    for (const path of ['/a', '/a+', '/b', '/']) {
      expect((await visit(site, path)).html).not.toContain('classified');
    }
    const again = await site.call(createLink, { long_url: target }, site.token);
    expect(JSON.stringify(again)).not.toContain('classified');
  });

  test('is restored with a deleted link, and is part of export and import', async () => {
    await using site = await openSetUpSite();
    const note = 'Two\nlines, "quoted"; 1+1';
    const { id } = await create(site, { short_url: 'a', note });
    await site.call(deleteLinks, { ids: [id] }, site.token);
    await site.call(restoreLinks, { ids: [id] }, site.token);
    expect(await get(site, 'a')).toMatchObject({ note });
    const csv = await (await site.send(exportLinks, { format: 'csv' }, site.token)).text();
    expect(csv).toContain('"Two\nlines, ""quoted""; 1+1"');
    const file = await (await site.send(exportLinks, {}, site.token)).text();
    await using other = await openSetUpSite();
    await other.call(importLinks, { file }, other.token);
    expect(await get(other, 'a')).toMatchObject({ note });
  });

  test("is filled from Sink's comment, which is as private", async () => {
    await using site = await openSetUpSite();
    const link = {
      slug: 'a',
      url: target,
      comment: `A\nB${'x'.repeat(textFields.note.maxLength)}`,
    };
    await site.call(importLinks, { file: JSON.stringify({ links: [link] }) }, site.token);
    expect(await get(site, 'a')).toMatchObject({
      note: link.comment.slice(0, textFields.note.maxLength),
      description: '',
    });
  });
});

describe('a link that is switched off', () => {
  test('shows its own page instead of the target and the preview', async () => {
    await using site = await openSetUpSite();
    const { id } = await create(site, { short_url: 'a' });
    expect((await visit(site, '/a')).status).toBe(302);
    for (const off of [0, '0']) {
      expect(await update(site, id, { is_active: off })).toMatchObject({
        is_active: 0,
        state: 'off',
      });
      for (const path of ['/a', '/A', '/a/', '/a+']) {
        const { status, html } = await visit(site, path);
        expect([path, status]).toEqual([path, 410]);
        expect(html).toContain('This link is switched off');
        expect(html).not.toContain('example.com');
      }
      expect(await update(site, id, { title: String(off) })).toMatchObject({ state: 'off' });
      const on = await update(site, id, { is_active: 1 });
      expect(on).toMatchObject({ is_active: 1, state: 'live' });
      for (const path of ['/a', '/A', '/a/']) expect((await visit(site, path)).status).toBe(302);
    }
    for (const nothing of ['', null]) {
      expect(await update(site, id, { is_active: nothing })).toMatchObject({ state: 'live' });
    }
  });

  test('is not a scheduled one whose row is sent back', async () => {
    await using site = await openSetUpSite();
    const later = await create(site, { short_url: 'later', starts_at: 4_000_000_000 });
    const row = await get(site, 'later');
    expect(row).toMatchObject({ is_active: 0, state: 'scheduled' });
    expect(await update(site, later.id, row)).toMatchObject({ state: 'scheduled' });
    expect(await update(site, later.id, { is_active: 0 })).toMatchObject({ state: 'off' });
  });

  test('can be created switched off, and is not reused for the same long URL', async () => {
    await using site = await openSetUpSite();
    const off = await create(site, { is_active: 0 });
    expect((await visit(site, `/${off.short_url}`)).status).toBe(410);
    const live = await create(site, {});
    expect(live.id).not.toBe(off.id);
    const other = await create(site, { is_active: 0 });
    expect([live.id, off.id]).not.toContain(other.id);
  });

  test('differs from an expired one, and an expired row sent back is not switched off', async () => {
    await using site = await openSetUpSite();
    const { id } = await createThenSet(site, { short_url: 'over' }, { expires_at: PAST });
    const row = await get(site, 'over');
    expect(row).toMatchObject({ is_active: 0, state: 'expired' });
    expect((await visit(site, '/over')).html).toContain('This link has expired');
    expect(await update(site, id, { ...row })).toMatchObject(row);
    expect(await update(site, id, { expires_at: FUTURE })).toMatchObject({ state: 'live' });

    const both = await update(site, id, { expires_at: FUTURE, is_active: 0 });
    expect(both).toMatchObject({ state: 'off', is_active: 0 });
    expect(await update(site, id, { expires_at: PAST })).toMatchObject({ state: 'off' });
    expect((await visit(site, '/over')).html).toContain('This link is switched off');
    expect(await update(site, id, { is_active: 1 })).toMatchObject({ state: 'expired' });
  });

  test('is refused any value but 1 and 0', async () => {
    await using site = await openSetUpSite();
    const { id } = await create(site, { short_url: 'a' });
    for (const wrong of [2, -1, 0.5, 'off', [0], {}, true]) {
      const refused = { code: 400, data: { issues: [{ field: 'is_active' }] } };
      const fields = { long_url: target, is_active: wrong };
      expect(await site.call(createLink, fields, site.token)).toMatchObject(refused);
      expect(await site.call(updateLink, { id, is_active: wrong }, site.token)).toMatchObject(
        refused,
      );
    }
    expect(await get(site, 'a')).toMatchObject({ state: 'live' });
  });
});
