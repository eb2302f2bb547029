import { expect, test } from 'bun:test';
import { isPostgres } from '../../support/test-engine.ts';
import { FailingDisk } from './failing-disk.ts';
import { CONNECTIONS, failDisk, type Fault } from './io-error.ts';
import { seed } from '../../support/random.ts';
import { chooseForRun } from '../../support/test-run.ts';

const isAllowed = await FailingDisk.isAllowed();
const notRun = isAllowed ? '' : ': not run: it needs strace and permission to trace a process';

/** The most clicks that one failed write can lose. */
const ONE_WRITE = 2 * CONNECTIONS;

interface Expected {
  readonly creation: string;
  readonly uncounted: readonly [least: number, most: number];
  /** The final number of segments, of two servers. */
  readonly segments: number;
}

const faults: readonly [what: string, Fault, Expected][] = [
  [
    'writes of the journal in one place, which loses a few clicks',
    { call: 'write', of: 'journal' },
    { creation: '200 success', uncounted: [1, ONE_WRITE], segments: 3 },
  ],
  [
    'reads of the journal in one place',
    { call: 'read', of: 'journal' },
    { creation: '200 success', uncounted: [0, 0], segments: 2 },
  ],
  [
    'writes of the database',
    { call: 'write', of: 'database' },
    { creation: '507 storage.full', uncounted: [0, 0], segments: 2 },
  ],
  [
    'syncs of the database',
    { call: 'sync', of: 'database' },
    { creation: '500 internal.error', uncounted: [0, 0], segments: 2 },
  ],
  [
    'every write',
    { call: 'write', of: 'everything' },
    { creation: '507 storage.full', uncounted: [ONE_WRITE + 1, Infinity], segments: 3 },
  ],
];

/** In a short run: a fault of the journal, and one of the database. */
const chosen = chooseForRun([faults[0]!, faults[2]!], faults);

test.skipIf(!isAllowed).each(chosen.filter(([, { of }]) => of === 'journal' || !isPostgres))(
  `redirects continue and no acknowledged change is lost when the disk fails: %s (seed ${seed})${notRun}`,
  async (_, fault, { creation, uncounted: [least, most], segments }) => {
    const report = await failDisk(fault, { flushSeconds: 1, seed });
    expect(report.violations).toEqual([]);
    expect([...report.creations]).toEqual([creation]);
    expect(report.uncounted).toBeGreaterThanOrEqual(least);
    expect(report.uncounted).toBeLessThanOrEqual(most);
    expect(report.segments).toBe(segments);
  },
  300_000,
);

test.skipIf(!isAllowed)(
  `a journal that cannot be synced is counted at once and continues in another file (seed ${seed})${notRun}`,
  async () => {
    const options = { flushSeconds: 3600, awaitsCount: true, seed };
    const report = await failDisk({ call: 'sync', of: 'journal' }, options);
    expect(report).toMatchObject({ violations: [], uncounted: 0, segments: 3 });
    expect(report.drained).toBeGreaterThan(0);
  },
  300_000,
);
