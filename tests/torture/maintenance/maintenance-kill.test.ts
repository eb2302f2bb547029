import { expect, test } from 'bun:test';
import { DAY_SECONDS } from '../../../server/stats/quarter.ts';
import { readStored } from '../../journeys/stored-bytes.ts';
import { chooseForRun } from '../../support/test-run.ts';
import { collectSecrets, findSecrets } from '../../support/statistics/visitor-secrets.ts';
import { Dice } from '../dice.ts';
import { KEEP_DAYS, MaintainedSite } from './maintained-site.ts';
import { seed } from '../../support/random.ts';

const ROUNDS = chooseForRun(1, 3);
const FIRST_DAY = 20_000;
/** Days from one round to the next. */
const DAYS = 3;
/** An open day keeps 32 batches unmerged. */
const OPEN_BATCHES = 34;
/** The latest step of a day at which maintenance is killed. */
const STEPS_MAX = 40;
/** The latest statement, from the transaction of a day on, before which it is killed. */
const STATEMENTS_MAX = 14;
/** What maintenance does, in the order of the days. */
const kinds = ['reduced', 'sealed', 'merged'] as const;

test(`kill -9 amid sealing, merging and retention changes no figure (seed ${seed})`, async () => {
  const dice = new Dice(seed);
  await using site = await MaintainedSite.open(dice);
  const secrets = new Map<string, Buffer>();
  let leftovers = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const today = FIRST_DAY + round * DAYS;
    const now = (today + 0.6) * DAY_SECONDS;
    // The first round also has days that retention reduces.
    for (let day = today - (round === 0 ? 2 * DAYS : KEEP_DAYS); day < today; day += 1) {
      await site.addClicks(day, 2);
    }
    await site.addClicks(today, OPEN_BATCHES);
    const expected = await site.readFigures(now);
    const ofRound = await collectSecrets(site.engine, { isChosen: (day) => day < today });
    const stored = await readStored(site.dataDir);
    expect(findSecrets(ofRound, stored).some((name) => name.startsWith('byte'))).toBe(true);
    for (const [name, bytes] of ofRound) secrets.set(name, bytes);
    for (const kind of kinds) {
      const due = await site.listDue(now);
      const first = Math.max(0, due.indexOf(kind));
      const day = first + dice.below(Math.max(0, due.lastIndexOf(kind) - first) + 1);
      // In the first round each kind of work is hit for certain: every day has a statement.
      const isSure = round === 0;
      const statement = dice.below(3) > 0 ? 1 + dice.below(STATEMENTS_MAX) : null;
      const kill = { day, statement: isSure ? 1 : statement, step: 1 + dice.below(STEPS_MAX) };
      const wasKilled = await site.maintain(now, kill);
      if (isSure) expect([kind, due[day], wasKilled]).toEqual([kind, kind, true]);
      if (site.leftovers > 0) leftovers += 1;
      const found = await site.readFigures(now);
      expect({ due, kill, found }).toEqual({ due, kill, found: expected });
    }
    expect(await site.maintain(now, null)).toBe(false);
    expect(await site.listDue(now)).toEqual([]);
    expect(await site.readFigures(now)).toEqual(expected);
  }
  // Files with hashes were left.
  expect(leftovers).toBeGreaterThan(0);
  await site.close();
  expect(findSecrets(secrets, await readStored(site.dataDir))).toEqual([]);
}, 300_000);
