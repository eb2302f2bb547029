import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { exportLinks } from '../../../contracts/export.ts';
import { importLinks } from '../../../contracts/import.ts';
import {
  createLink,
  deleteLink,
  getLink,
  restoreLinks,
  searchLinks,
  updateLink,
  type Link,
} from '../../../contracts/links/links.ts';
import {
  exportReport,
  getLive,
  getMissedCodes,
  getReport,
  getTopLinks,
} from '../../../contracts/stats/stats.ts';
import { yourlsRow } from '../../import-files/yourls-files.ts';
import { openSetUpSite } from '../set-up-site.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Codes of the maximum length; some are much longer when percent-encoded. */
const codes: readonly (readonly [string, string])[] = [
  ['letters', 'x'.repeat(255)],
  ['65 letters', 'y'.repeat(65)],
  ['capitals', `${'Ab'.repeat(127)}Z`],
  ['Chinese', '链'.repeat(255)],
  ['pairs of surrogates', '💩'.repeat(127)],
  ['percent signs', '%41'.repeat(85)],
  ['signs', `${"a+b=c'".repeat(42)}~.x`],
];

let site: Awaited<ReturnType<typeof openSetUpSite>>;
beforeAll(async () => {
  site = await openSetUpSite({ env: { CLICK_FLUSH_SECONDS: '3600' } });
  const rows = codes.map(([name, code]) =>
    yourlsRow(code, { url: `https://example.com/?${name}`, title: null, clicks: null }),
  );
  const { data } = await site.call(importLinks, { file: JSON.stringify(rows) }, site.token);
  expect(data).toMatchObject({ imported: codes.length, failed: 0 });
});
afterAll(() => site[Symbol.asyncDispose]());

async function ask(route: Parameters<typeof site.call>[0], fields: object) {
  const { code, data } = await site.call(route, fields, site.token);
  expect(code).toBe(200);
  return data;
}

describe('a link with a code of 255 characters works on every page and call:', () => {
  test.each(codes)('%s', async (name, code) => {
    const path = `/${encodeURIComponent(code)}`;
    const to = new URL(`https://example.com/?${name}`).href;
    const visit = await site.fetch(path, { headers: { 'user-agent': FIREFOX } });
    expect([visit.status, visit.headers.get('location')]).toEqual([302, to]);
    expect((await site.fetch(`${path}+`)).status).toBe(200);
    expect((await site.fetch(`/admin/links${path}`)).status).toBe(200);

    const link = (await ask(getLink, { short_url: code })) as Link;
    expect(link).toMatchObject({ short_url: code, long_url: to });
    expect(await ask(searchLinks, { filter: 'short_url', keyword: code })).toMatchObject({
      urls: [{ short_url: code }],
    });
    const edit = { id: link.id, short_url: code, title: 'Changed' };
    expect(await ask(updateLink, edit)).toMatchObject({ short_url: code, title: 'Changed' });
    expect(await ask(createLink, { long_url: to })).toMatchObject({
      short_url: code,
      is_new: false,
    });

    expect(await ask(getReport, { short_url: code })).toMatchObject({ clicks: 1 });
    for (const format of ['csv', 'json'] as const) {
      const file = await site.send(exportReport, { short_url: code, format }, site.token);
      expect(file.headers.get('content-disposition')).toStartWith('attachment');
      await file.text();
    }
    const live = await site.send(getLive, { short_url: code }, site.token);
    expect(live.headers.get('content-type')).toStartWith('text/event-stream');
    await live.body!.cancel();

    expect(await ask(deleteLink, { short_url: code })).toEqual({});
    expect((await site.fetch(path)).status).toBe(404);
    expect(await ask(restoreLinks, { ids: [link.id] })).toBe(1);
    expect((await site.fetch(path, { method: 'HEAD' })).status).toBe(302);
  });
});

test('lists, site statistics and exports have long codes whole', async () => {
  const { top } = (await ask(getTopLinks, {})) as { top: Link[] };
  const all = codes.map(([, code]) => code).sort();
  expect(top.map((link) => link.short_url).sort()).toEqual(all);
  const missed = (await ask(getMissedCodes, {})) as { codes: { code: string }[] };
  expect(missed.codes).toEqual([]);
  const file = (await (await site.send(exportLinks, {}, site.token)).json()) as { links: Link[] };
  expect(file.links.map((link) => link.short_url).sort()).toEqual(all);
  const csv = await (await site.send(exportLinks, { format: 'csv' }, site.token)).text();
  expect(csv).toContain('x'.repeat(255));
});

test('a longer code is refused with a message', async () => {
  const long = 'x'.repeat(256);
  for (const route of [getReport, exportReport, getLive]) {
    const answer = await site.call(route, { short_url: long }, site.token);
    expect(answer).toMatchObject({ code: 400, data: { issues: [{ field: 'short_url' }] } });
  }
  expect(await site.call(getLink, { short_url: long }, site.token)).toMatchObject({ code: 404 });
  expect((await site.fetch(`/${long}`)).status).toBe(404);
});
