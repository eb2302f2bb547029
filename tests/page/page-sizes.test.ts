import { expect, test } from 'bun:test';
import { measurePageSizes } from '../../bench/page.ts';

test('pages stay within their budgets of JavaScript, in KiB after gzip', async () => {
  const sizes = await measurePageSizes();
  expect(sizes['/']).toBeLessThanOrEqual(170);
  expect(sizes['/admin/list']).toBeLessThanOrEqual(285);
});
