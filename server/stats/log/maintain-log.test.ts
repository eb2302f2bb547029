import { afterAll, beforeAll, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc } from '../../../tests/support/random.ts';
import { AGENTS, LINKS, LogSite, type Step } from '../../../tests/support/statistics/log-site.ts';
import { isPostgres, openTestEngine } from '../../../tests/support/test-engine.ts';
import type { Engine } from '../../engine/engine.ts';
import { chooseForRun } from '../../../tests/support/test-run.ts';

const RUNS = chooseForRun(4, isPostgres ? 10 : 30);
const DAY = 86_400;

const linkIds = fc.integer({ min: 1, max: LINKS });
const visits = fc.record({
  do: fc.constant('visit' as const),
  visit: fc.record({
    linkId: linkIds,
    agent: fc.nat(AGENTS - 1),
    address: fc.constantFrom('203.0.1.7', '203.0.2.7', '2001:db8:1::7'),
    isScan: fc.boolean(),
    isNameless: fc.nat(4).map((number) => number === 0),
  }),
  times: fc.integer({ min: 1, max: 3 }),
});
const writes = fc.record({
  do: fc.constantFrom('drain' as const, 'maintain' as const),
  failsAt: fc.constantFrom(0, 0, 0, 1, 2, 3, 5),
  moment: fc.constantFrom('before' as const, 'after' as const, 'committed' as const),
});
const waits = fc.record({
  do: fc.constant('wait' as const),
  seconds: fc.constantFrom(
    60,
    900,
    3600,
    43_200,
    DAY,
    4 * DAY,
    300 * DAY,
    -1200,
    -DAY,
    -3 * DAY,
    -300 * DAY,
  ),
});
const restarts = fc.record({
  do: fc.constant('restart' as const),
  rules: fc.nat(2 ** AGENTS - 1),
});
const changes = fc.record({
  do: fc.constantFrom('delete' as const, 'restore' as const),
  linkId: linkIds,
});
const closes = fc.record({
  do: fc.constant('close' as const),
  file: fc.constantFrom('stays' as const, 'goes' as const, 'is cut off' as const),
});
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 10, arbitrary: visits },
    { weight: 8, arbitrary: writes },
    { weight: 4, arbitrary: waits },
    { weight: 2, arbitrary: restarts },
    { weight: 2, arbitrary: changes },
    { weight: 1, arbitrary: closes },
  ),
  { minLength: 8, maxLength: 40 },
);

let dataDir: string;
let engine: Engine;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-log-'));
  engine = await openTestEngine(dataDir);
});
afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('log, counts, lists and reports always agree on the clicks', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (some) => {
      await using site = await LogSite.open(engine, dataDir);
      for (const step of some) await site.do(step);
      await site.do({ do: 'drain', failsAt: 0, moment: 'before' });
      await site.do({ do: 'maintain', failsAt: 0, moment: 'before' });
    }),
    { numRuns: RUNS },
  );
}, 300_000);
