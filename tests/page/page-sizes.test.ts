import { expect, test } from 'bun:test';
import { measurePageSizes } from '../../bench/page.ts';

test('pages stay within their budgets of JavaScript, in KiB after gzip, and of files', async () => {
  const { '/': home, '/admin/list': list } = await measurePageSizes();
  expect(home!.kib).toBeLessThanOrEqual(162);
  expect(home!.files).toBeLessThanOrEqual(10);
  expect(list!.kib).toBeLessThanOrEqual(273);
  // With calls, font and icons, a first visit makes less than 50 requests.
  expect(list!.files).toBeLessThanOrEqual(28);
});
