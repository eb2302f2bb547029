import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { createLink, type Link } from '../../contracts/links/links.ts';
import { createDataDir } from '../journeys/test-site.ts';
import { runCommand, TestProcess } from '../journeys/test-process.ts';
import { ParallelVisitors } from '../support/parallel-visitors.ts';
import { Dice } from './dice.ts';
import { SiteCaller } from './site-caller.ts';
import { readCounts } from './storm.ts';
import { seed } from '../support/random.ts';
import { chooseForRun } from '../support/test-run.ts';

const VISITORS = 64;
const KILLS = chooseForRun(1, 6);
/** Refusals that show that a link is used up. */
const REFUSALS = 300;

interface Round {
  readonly redirects: number;
  /** Visits that the killed server may have counted without an answer. */
  readonly unanswered: number;
  readonly refused: number;
}

function areRefused(all: readonly ParallelVisitors[]): boolean {
  return all.every(({ statuses }) => (statuses.get(410) ?? 0) >= REFUSALS);
}

/** Visits links until `isOver`; then all visitors end. */
async function visitLinks(
  port: number,
  codes: readonly string[],
  isOver: (visitors: readonly ParallelVisitors[]) => boolean,
  end: (all: readonly ParallelVisitors[]) => void,
): Promise<Round[]> {
  const all: ParallelVisitors[] = [];
  let hasEnded = false;
  const onAnswer = (): void => {
    if (hasEnded || all.length < codes.length || !isOver(all)) return;
    hasEnded = true;
    end(all);
  };
  for (const code of codes) {
    all.push(new ParallelVisitors({ port, code, connections: VISITORS, onAnswer }));
  }
  await Promise.all(all.map(({ done }) => done));
  return all.map(({ redirects, unanswered, statuses }) => ({
    redirects,
    unanswered,
    refused: statuses.get(410) ?? 0,
  }));
}

test.each(chooseForRun([3], [1, 3]))(
  `kill -9 under visits lets a limit of clicks be reached and never exceeded: %d processes (seed ${seed})`,
  async (workers) => {
    const dice = new Dice(seed);
    const dataDir = createDataDir();
    const env = { CLICK_FLUSH_SECONDS: '1', LOG_LEVEL: 'fatal', WORKERS: String(workers) };
    const limits = [dice.below(300) + 1, 2000 + dice.below(2000), 6000];
    const codes = limits.map((_, index) => `capped${index}`);
    const redirects = limits.map(() => 0);
    const unanswered = limits.map(() => 0);
    const add = (rounds: readonly Round[]): void => {
      for (const [index, round] of rounds.entries()) {
        redirects[index]! += round.redirects;
        unanswered[index]! += round.unanswered;
      }
    };
    let links: Link[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      await using server = await TestProcess.start(dataDir, env);
      if (kill === 0) {
        const site = new SiteCaller(server.url, await new SiteCaller(server.url).signIn());
        const create = (max_clicks: number, index: number) =>
          site.call(createLink, {
            long_url: `https://example.com/${index}`,
            title: 'x',
            short_url: codes[index]!,
            max_clicks,
          });
        links = (await Promise.all(limits.map(create))).map(({ data }) => data as Link);
      }
      const answers = 1 + dice.below(2500);
      const isOver = (all: readonly ParallelVisitors[]): boolean =>
        all.reduce((sum, one) => sum + one.redirects + (one.statuses.get(410) ?? 0), 0) >= answers;
      add(await visitLinks(server.port, codes, isOver, () => void server.end('SIGKILL')));
    }
    await using server = await TestProcess.start(dataDir, env);
    const last = await visitLinks(server.port, codes, areRefused, (all) => {
      for (const one of all) void one.stop();
    });
    add(last);
    expect(last.every((round) => round.unanswered === 0)).toBeTrue();
    await server.end('SIGTERM');
    await runCommand(['flush'], dataDir);
    const counts = await readCounts(dataDir);
    for (const [index, limit] of limits.entries()) {
      expect(counts.get(links[index]!.id)).toBe(limit);
      expect(redirects[index]).toBeLessThanOrEqual(limit);
      // A redirect that is missing was counted, and the kill cut its answer off.
      expect(redirects[index]! + unanswered[index]!).toBeGreaterThanOrEqual(limit);
    }
    rmSync(dataDir, { recursive: true, force: true });
  },
  300_000,
);
