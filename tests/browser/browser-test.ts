import { test as plainTest } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isShortRun, testInAll as plainTestInAll } from '../support/test-run.ts';
import { VisitorPage } from './test-browser.ts';

const directory = process.env['TEST_FAILURES'] ?? 'build/tests/failures';
let saved = 0;

type Body = (...values: unknown[]) => unknown;
type Define = (title: string, body: Body, ...rest: unknown[]) => unknown;

/** Bun's `test`. A test that fails leaves a picture and the log of each open page. */
export const test = new Proxy(plainTest, {
  apply: (target, self, [title, body, ...rest]: Parameters<Define>) =>
    Reflect.apply(target, self, [title, keepFailure(title, body), ...rest]),
  get: (target, name) => {
    const value: unknown = Reflect.get(target, name);
    if (name !== 'each') return value;
    return (cases: never[]): Define => {
      const define = target.each(cases) as unknown as Define;
      return (title, body, ...rest) => define(title, keepFailure(title, body), ...rest);
    };
  },
});

/** A test that `npm test` leaves to `npm run test:all`. */
export const testInAll: typeof test = isShortRun ? plainTestInAll : test;

function keepFailure(title: string, body: Body): Body {
  return async (...values) => {
    try {
      await body(...values);
    } catch (error) {
      for (const visitor of VisitorPage.shown) {
        saved += 1;
        await savePage(visitor, `${title.replaceAll(/[^\w-]+/g, '-').slice(0, 80)}-${saved}`);
      }
      throw error;
    }
  };
}

async function savePage({ page, log }: VisitorPage, name: string): Promise<void> {
  if (page.isClosed()) return;
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, `${name}.log`), [page.url(), ...log, ''].join('\n'));
  // A page that hangs has no picture; the failure of the test matters more.
  await page.screenshot({ path: join(directory, `${name}.png`) }).catch(() => undefined);
}
