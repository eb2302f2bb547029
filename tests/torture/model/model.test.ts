import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fc } from '../../support/random.ts';
import { Journal } from '../../../server/clicks/journal/journal.ts';
import { DATABASE_FILE } from '../../../server/engine/files/data-directory.ts';
import { openSqlite } from '../../../server/engine/sqlite/sqlite.ts';
import { createDataDir } from '../../journeys/test-site.ts';
import { isPostgres } from '../../support/test-engine.ts';
import { SiteModel, type Change, type Step } from './site-model.ts';
import { chooseForRun, testInAll } from '../../support/test-run.ts';

/** PostgreSQL needs a database for each sequence and a moment for each crash. */
const SEQUENCES = isPostgres ? chooseForRun(8, 120) : chooseForRun(50, 1000);
const STEPS_MAX = 25;

const empty = createDataDir();

beforeAll(async () => {
  if (!isPostgres) {
    await (await openSqlite(empty)).close();
    writeFileSync(join(empty, `${DATABASE_FILE}-wal`), '');
  }
  mkdirSync(join(empty, 'clicks'));
});
afterAll(() => rmSync(empty, { recursive: true }));

const code = fc.constantFrom('a', 'b', 'c');
/** Most changes, or all, are done after this many turns. */
const turns = fc.nat(isPostgres ? 600 : 120);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), code: fc.option(code) }),
  fc.record({ kind: fc.constant('edit' as const), code, to: fc.option(code) }),
  fc.record({ kind: fc.constant('delete' as const), code }),
  fc.record({ kind: fc.constant('restore' as const), nth: fc.nat(9) }),
  fc.record({ kind: fc.constant('drain' as const) }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: change, weight: 5 },
  { arbitrary: fc.record({ kind: fc.constant('click' as const), code }), weight: 6 },
  { arbitrary: fc.record({ kind: fc.constant('crash' as const), change, turns }), weight: 1 },
);

async function follow(steps: readonly Step[]): Promise<void> {
  const model = await SiteModel.begin(empty);
  try {
    for (const one of steps) await model.run(one);
    await model.finish();
  } finally {
    await model.close();
  }
}

const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: STEPS_MAX }), follow);

test(`${SEQUENCES} sequences of changes, clicks, drains and crashes end as a plain model predicts`, async () => {
  await fc.assert(property, { numRuns: SEQUENCES });
}, 300_000);

(isPostgres ? testInAll : test)(
  'the model detects a journal that keeps clicks in memory',
  async () => {
    const commit = Reflect.get(Journal.prototype, 'commit');
    Journal.prototype.commit = () => undefined;
    try {
      expect((await fc.check(property, { numRuns: 50 })).failed).toBe(true);
    } finally {
      Journal.prototype.commit = commit;
    }
  },
  300_000,
);
