import { rmSync } from 'node:fs';
import { openTestEngine } from '../test-engine.ts';
import { createDataDir } from '../journeys/test-site.ts';
import { runCommand, TestProcess } from '../journeys/test-process.ts';
import { Changers } from './changers.ts';
import { Crowd, crowdEnv } from './crowd.ts';
import { Dice } from './dice.ts';
import { Ledger, type TalliedCode } from './ledger.ts';
import { SiteCaller } from './site-caller.ts';
import { storeSteadyLinks } from './steady-links.ts';

/** Links that nobody changes, and codes that somebody always changes. */
const STEADY = 30;
const CHANGING = 6;

/** How many answers come between two kills of processes beside the server, on average. */
const ANSWERS_PER_CHILD_KILL = 2000;

interface StormOptions {
  readonly seed: number;
  /** How often the server is killed. */
  readonly kills: number;
  /** How many visitors are there at once. */
  readonly connections: number;
  /** The most answers that the crowd gets before a kill. */
  readonly answersPerKill: number;
  /** How many processes answer visitors; those beside the server are killed in between. */
  readonly workers?: number;
  /** How the server is started, if not as the product. */
  readonly command?: readonly string[];
}

interface StormReport {
  readonly violations: readonly string[];
  readonly acknowledged: number;
  readonly unanswered: number;
  readonly counted: number;
  readonly changes: number;
  /** The longest that a killed server took to be ready again, in milliseconds. */
  readonly slowestStart: number;
}

/**
 * Visitors and programs that change links, on a server that is killed again and again in their
 * midst; then all that was acknowledged is held against what the server has kept.
 */
export async function storm(options: StormOptions): Promise<StormReport> {
  const { seed, kills } = options;
  const dice = new Dice(seed);
  const ledger = new Ledger();
  const dataDir = createDataDir();
  const changing = await layOut(dataDir, ledger);
  let token: string | null = null;
  let changes = 0;
  let slowestStart = 0;
  for (let kill = 0; kill <= kills; kill += 1) {
    const begun = performance.now();
    // Draining every second, so that kills fall into drains too.
    await using server = await TestProcess.start(
      dataDir,
      {
        CLICK_FLUSH_SECONDS: '1',
        // Who is killed is mourned as an error.
        LOG_LEVEL: 'fatal',
        WORKERS: String(options.workers ?? 1),
        ...crowdEnv,
      },
      options.command,
    );
    slowestStart = Math.max(slowestStart, performance.now() - begun);
    token ??= await new SiteCaller(server.url).signIn();
    const site = new SiteCaller(server.url, token);
    await new Changers({ ledger, dice, site }).settle(ledger.codes);
    if (kill === kills) {
      await server.end('SIGTERM');
      break;
    }
    changes += await rage(server, site, { ledger, dice, changing, options });
  }
  await runCommand(['flush'], dataDir);
  const counts = await readCounts(dataDir);
  rmSync(dataDir, { recursive: true });
  return {
    violations: [...ledger.violations, ...ledger.findBrokenCounts(counts)],
    acknowledged: ledger.acknowledged,
    unanswered: ledger.unanswered,
    counted: [...counts.values()].reduce((sum, count) => sum + count, 0),
    changes,
    slowestStart,
  };
}

interface Rage {
  readonly ledger: Ledger;
  readonly dice: Dice;
  readonly changing: readonly TalliedCode[];
  readonly options: StormOptions;
}

/** Lets visitors and changers loose until a random instant, at which the server is killed. */
async function rage(
  server: TestProcess,
  site: SiteCaller,
  { ledger, dice, changing, options: { connections, answersPerKill } }: Rage,
): Promise<number> {
  const answersToKill = dice.below(answersPerKill) + 1;
  // Half of the kills follow at once on the success of a change.
  const waitsForChange = dice.below(2) === 0;
  let killed: Promise<unknown> | undefined;
  const kill = (): void => {
    killed ??= server.end('SIGKILL');
  };
  const killChild = (): void => {
    const { children } = server;
    // One that has just died and is not replaced yet is none.
    if (children.length > 0) process.kill(dice.pick(children), 'SIGKILL');
  };
  const crowd = new Crowd({
    ledger,
    dice,
    port: server.port,
    connections,
    comesBack: () => killed === undefined,
    onAnswer: (total) => {
      if (killed === undefined && dice.below(ANSWERS_PER_CHILD_KILL) === 0) killChild();
      if (total >= answersToKill * (waitsForChange ? 2 : 1)) kill();
    },
  });
  const changers = new Changers({
    ledger,
    dice,
    site,
    onChange: () => {
      if (waitsForChange && crowd.answers >= answersToKill) kill();
    },
  });
  // A changer whose call a dead worker has cut off cannot go on: without any the kill would not come.
  await Promise.all([crowd.run(), changers.run(changing).then(kill)]);
  await killed;
  return changers.changes;
}

/** A new site with steady links; returns the codes that are there to be changed. */
async function layOut(dataDir: string, ledger: Ledger): Promise<readonly TalliedCode[]> {
  await addSteadyLinks(dataDir, ledger, STEADY);
  return Array.from({ length: CHANGING }, (_, index) => ledger.addCode(`changing${index}`, null));
}

/** Stores links that nobody will change. */
export async function addSteadyLinks(
  dataDir: string,
  ledger: Ledger,
  count: number,
): Promise<void> {
  await storeSteadyLinks(await openTestEngine(dataDir), ledger, count);
}

/** The counts of all links by id, also of those that were deleted a short while ago. */
export async function readCounts(dataDir: string): Promise<ReadonlyMap<number, number>> {
  const engine = await openTestEngine(dataDir);
  const live = await engine.db
    .selectFrom('click_count')
    .select(['link_id as id', 'clicks'])
    .execute();
  const deleted = await engine.db.selectFrom('deleted_link').select(['id', 'clicks']).execute();
  await engine.close();
  return new Map([...live, ...deleted].map(({ id, clicks }) => [id, clicks]));
}
