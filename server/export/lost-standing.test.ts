import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownerCall, ownerToken } from '../../tests/support/owner.ts';
import { seedLinks } from '../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import { PAGE_LINKS, selectAllIds } from './export.ts';
import { exportRoutes } from './export.routes.ts';

test('an export ends between two batches when the caller is demoted', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-lost-standing-'));
  const engine = await openTestEngine(dataDir);
  await seedLinks(
    engine,
    Array.from({ length: 2 * PAGE_LINKS }, (_, at) => ({ short_url: `l${at}` })),
  );
  const [route] = exportRoutes({
    engine,
    links: { listIds: () => Promise.resolve(selectAllIds(engine) as AsyncGenerator<number[]>) },
    baseUrl: null,
    countClicks: () => Promise.resolve(),
    onError: (error) => {
      throw error;
    },
  });
  const reader = async (role: 'owner' | 'author') => {
    let pages = 0;
    const assertCaller = () => {
      pages += 1;
      return Promise.resolve(pages === 1 ? ownerToken : { ...ownerToken, role });
    };
    const call = { ...ownerCall, assertCaller, userAgent: '', uploadId: null };
    return (await route!.run({}, call)) as Response;
  };
  const whole = (await (await reader('owner')).json()) as { links: unknown[] };
  expect(whole.links).toHaveLength(2 * PAGE_LINKS);
  const ended = await (await reader('author')).text().catch((error: unknown) => error);
  expect(ended).toMatchObject({ problem: 'call.not-allowed' });
  await engine.close();
  rmSync(dataDir, { recursive: true });
});
