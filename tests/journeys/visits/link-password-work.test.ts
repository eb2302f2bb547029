import { expect, spyOn, test } from 'bun:test';
import { create } from '../link-steps.ts';
import { openSetUpSite } from '../set-up-site.ts';

test('a right and a wrong password take one comparison each, in any Unicode form', async () => {
  await using site = await openSetUpSite();
  await create(site, { short_url: 'a', password: 'café' });
  await create(site, { short_url: 'plain' });
  const [verify, hash] = [spyOn(Bun.password, 'verify'), spyOn(Bun.password, 'hash')];
  const attempts: readonly (readonly [code: string, password: string, status: number])[] = [
    ['a', 'café', 303],
    ['a', 'cafe\u0301', 303],
    ['a', 'wrong', 403],
    ['a', 'wrong e\u0301 ①', 403],
    ['a', 'x'.repeat(128), 403],
  ];
  for (const [code, password, status] of attempts) {
    verify.mockClear();
    const body = new URLSearchParams({ password });
    expect((await site.fetch(`/${code}`, { method: 'POST', body })).status).toBe(status);
    expect([password, verify.mock.calls.length]).toEqual([password, 1]);
  }
  verify.mockClear();
  // Only a link with a password makes the site hash.
  for (const code of ['plain', 'unknown', 'a+', 'a/x']) {
    const body = new URLSearchParams({ password: 'café' });
    expect((await site.fetch(`/${code}`, { method: 'POST', body })).status).toBe(405);
  }
  expect(verify).toHaveBeenCalledTimes(0);
  expect(hash).toHaveBeenCalledTimes(0);
  verify.mockRestore();
  hash.mockRestore();
});
