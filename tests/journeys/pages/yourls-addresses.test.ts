import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { SetUpSite } from '../set-up-site.ts';
import { YourlsSite } from '../compat/yourls/yourls-steps.ts';

let yourls: YourlsSite;
let site: SetUpSite;

beforeAll(async () => {
  yourls = await YourlsSite.open();
  ({ site } = yourls);
});
afterAll(() => yourls[Symbol.asyncDispose]());

const url = 'https://example.com/page';

test('a bookmark opens the dialog for a new link, and makes none', async () => {
  const dialog = '/admin/list?new=1&url=https%3A%2F%2Fexample.com%2Fpage&code=k&title=A+page';
  for (const sent of ['u=https://example.com/page', 'up=https:&us=//&ur=example.com/page']) {
    const { status, headers } = await site.fetch(`/admin/index.php?${sent}&t=A page&k=k`, {
      redirect: 'manual',
    });
    expect([status, headers.get('location')]).toEqual([302, dialog]);
  }
  expect((await yourls.ask({ action: 'db-stats' })).body).toMatchObject({
    'db-stats': { total_links: 0 },
  });
});

test('a URL typed behind the host opens the dialog, and makes no link', async () => {
  for (const typed of ['https://example.com/page?a=b&c', 'https:/example.com/page?a=b&c']) {
    const { status, headers } = await site.fetch(`/${typed}`, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([
      302,
      '/admin/list?new=1&url=https%3A%2F%2Fexample.com%2Fpage%3Fa%3Db%26c',
    ]);
  }
});

test('code+all is the preview of a link, unless a code ends so', async () => {
  await yourls.ask({ action: 'shorturl', url, keyword: 'news' });
  for (const path of ['news+', 'news+all']) {
    const page = await site.fetch(path, { redirect: 'manual' });
    expect([path, page.status]).toEqual([path, 200]);
    expect(await page.text()).toContain('https://example.com/');
  }
  expect((await site.fetch('news+al', { redirect: 'manual' })).status).toBe(404);
});
