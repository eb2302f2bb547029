import { afterAll, beforeAll, expect, test } from 'bun:test';
import { guideChapters } from '../../../contracts/guide.constants.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';

let site: SetUpSite;
beforeAll(async () => {
  site = await openSetUpSite();
});
afterAll(() => site[Symbol.asyncDispose]());

test('the site serves each chapter of the guide, and no other', async () => {
  for (const chapter of guideChapters) {
    const response = await site.fetch(`/docs/guide/${chapter}`);
    expect([chapter, response.status]).toEqual([chapter, 200]);
    expect(await response.text()).toContain(' data-area="docs">');
  }
  expect((await site.fetch('/docs/guide/nothing')).status).toBe(404);
  const start = await site.fetch('/docs/guide', { redirect: 'manual' });
  expect(start.headers.get('location')).toBe(`/docs/guide/${guideChapters[0]}`);
});
