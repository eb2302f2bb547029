import { rmSync } from 'node:fs';
import { openTestEngine } from '../support/test-engine.ts';
import { createDataDir } from '../journeys/test-site.ts';
import { runCommand, TestProcess } from '../journeys/test-process.ts';
import { Changers } from './changers.ts';
import { Crowd, crowdEnv } from './crowd.ts';
import { Dice } from './dice.ts';
import { Ledger, type TrackedCode } from './ledger.ts';
import { SiteCaller } from './site-caller.ts';
import { storeSteadyLinks } from './steady-links.ts';

/** Links that never change, and codes that always change. */
const STEADY = 30;
const CHANGING = 6;

/** The mean number of answers between two kills of child processes. */
const ANSWERS_PER_CHILD_KILL = 2000;

interface StormOptions {
  readonly seed: number;
  readonly kills: number;
  readonly connections: number;
  /** The most answers between two kills. */
  readonly answersPerKill: number;
  /** Answering processes; children are killed between the kills of the server. */
  readonly workers?: number;
  /** The command of another server than the product. */
  readonly command?: readonly string[];
}

interface StormReport {
  readonly violations: readonly string[];
  readonly acknowledged: number;
  readonly unanswered: number;
  readonly counted: number;
  readonly changes: number;
  /** The longest start after a kill, in milliseconds. */
  readonly slowestStart: number;
}

/** Kills a server under visits and changes repeatedly; then checks all that it acknowledged. */
export async function storm(options: StormOptions): Promise<StormReport> {
  const { seed, kills } = options;
  const dice = new Dice(seed);
  const ledger = new Ledger();
  const dataDir = createDataDir();
  const changing = await prepareSite(dataDir, ledger);
  let token: string | null = null;
  let changes = 0;
  let slowestStart = 0;
  for (let kill = 0; kill <= kills; kill += 1) {
    const begun = performance.now();
    // Drains every second, so that kills also hit drains.
    await using server = await TestProcess.start(
      dataDir,
      {
        CLICK_FLUSH_SECONDS: '1',
        // The server logs each killed child as an error.
        LOG_LEVEL: 'fatal',
        WORKERS: String(options.workers ?? 1),
        ...crowdEnv,
      },
      options.command,
    );
    slowestStart = Math.max(slowestStart, performance.now() - begun);
    token ??= await new SiteCaller(server.url).signIn();
    const site = new SiteCaller(server.url, token);
    await new Changers({ ledger, dice, site }).verifyCodes(ledger.codes);
    if (kill === kills) {
      await server.end('SIGTERM');
      break;
    }
    changes += await runUntilKill(server, site, { ledger, dice, changing, options });
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

interface KillRound {
  readonly ledger: Ledger;
  readonly dice: Dice;
  readonly changing: readonly TrackedCode[];
  readonly options: StormOptions;
}

/** Runs visitors and changers, and kills the server at a random moment. */
async function runUntilKill(
  server: TestProcess,
  site: SiteCaller,
  { ledger, dice, changing, options: { connections, answersPerKill } }: KillRound,
): Promise<number> {
  const answersToKill = dice.below(answersPerKill) + 1;
  // Half of the kills come right after a successful change.
  const waitsForChange = dice.below(2) === 0;
  let killed: Promise<unknown> | undefined;
  const kill = (): void => {
    killed ??= server.end('SIGKILL');
  };
  const killChild = (): void => {
    const { children } = server;
    // A dead child may not be replaced yet.
    if (children.length > 0) process.kill(dice.pick(children), 'SIGKILL');
  };
  const crowd = new Crowd({
    ledger,
    dice,
    port: server.port,
    connections,
    shouldReconnect: () => killed === undefined,
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
  // Dead workers may cut off all changers; then this kill ends the round.
  await Promise.all([crowd.run(), changers.run(changing).then(kill)]);
  await killed;
  return changers.changes;
}

/** Makes a site with steady links; returns the codes to change. */
async function prepareSite(dataDir: string, ledger: Ledger): Promise<readonly TrackedCode[]> {
  await addSteadyLinks(dataDir, ledger, STEADY);
  return Array.from({ length: CHANGING }, (_, index) => ledger.addCode(`changing${index}`, null));
}

export async function addSteadyLinks(
  dataDir: string,
  ledger: Ledger,
  count: number,
): Promise<void> {
  await storeSteadyLinks(await openTestEngine(dataDir), ledger, count);
}

/** The counts by link id, deleted links included. */
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
