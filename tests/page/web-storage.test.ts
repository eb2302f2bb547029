import { expect, test } from 'bun:test';
import { globSync, readFileSync } from 'node:fs';

/** APIs that browsers may refuse, block or have no space for. */
const STORAGE =
  /\b(?:localStorage|sessionStorage|document\.cookie|indexedDB|BroadcastChannel|serviceWorker|caches\.)/;

test('the page stores through one module, which works in a browser without storage', () => {
  const files = globSync('web/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.tsx?$/.test(file) && STORAGE.test(readFileSync(file, 'utf8')),
  );
  expect(files.sort()).toEqual([
    // The page works without a service worker, so that one may fail.
    'web/admin/register-service-worker.ts',
    'web/choice-cookie.ts',
    'web/service-worker/service-worker.ts',
    'web/storage.ts',
  ]);
});

test('the page loads documents through one module, which carries values over without storage', () => {
  const files = globSync('web/**/*.{ts,tsx}').filter((file) =>
    /\blocation\.(?:assign|replace|reload)\(/.test(readFileSync(file, 'utf8')),
  );
  expect(files).toEqual(['web/page-load.ts']);
});
