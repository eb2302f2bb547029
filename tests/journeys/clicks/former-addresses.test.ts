import { afterAll, beforeAll, expect, test } from 'bun:test';
import { openSetUpSite } from '../set-up-site.ts';

let site: Awaited<ReturnType<typeof openSetUpSite>>;
beforeAll(async () => {
  site = await openSetUpSite();
});
afterAll(() => site[Symbol.asyncDispose]());

test.each([
  ['/admin/stats/spring', '/admin/links/spring'],
  ['/admin/stats/spring?period=7d&browser=Chrome', '/admin/links/spring?period=7d&browser=Chrome'],
  ['/admin/stats/%E9%93%BE?period=all', '/admin/links/%E9%93%BE?period=all'],
  ['/admin/stats/%2541', '/admin/links/%2541'],
  ['/admin/stats/stats', '/admin/links/stats'],
])('the former address %s redirects to the page of the link', async (former, present) => {
  const { status, headers } = await site.fetch(former, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([302, present]);
});
