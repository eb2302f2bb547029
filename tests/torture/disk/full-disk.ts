import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createLink } from '../../../contracts/links/links.ts';
import { createDataDir } from '../../journeys/test-site.ts';
import { runCommand, TestProcess } from '../../journeys/test-process.ts';
import { Dice } from '../dice.ts';
import { Ledger } from '../ledger.ts';
import { SiteCaller } from '../site-caller.ts';
import { addSteadyLinks, readCounts } from '../storm.ts';
import type { SmallDisk } from './small-disk.ts';
import { WaitingCrowd } from '../waiting-crowd.ts';

const LINKS = 20;
const CONNECTIONS = 50;
/** Answers before, during and after the full disk, each. */
const ANSWERS = 4000;
/** More long links than fit into the database's free pages. */
const CREATIONS_MAX = 2000;

interface FullDiskReport {
  readonly violations: readonly string[];
  readonly acknowledged: number;
  /** Answered clicks that the log reports as lost. */
  readonly uncounted: number;
}

/** Fills and frees the disk of a visited site. */
export async function fillDisk(disk: SmallDisk, seed: number): Promise<FullDiskReport> {
  const ledger = new Ledger();
  const dataDir = join(disk.path, 'data');
  await addSteadyLinks(dataDir, ledger, LINKS);
  const logDir = createDataDir();
  const logFile = join(logDir, 'log');
  const env = { CLICK_FLUSH_SECONDS: '1' };
  await using server = await TestProcess.start(dataDir, env, undefined, logFile);
  const site = new SiteCaller(server.url, await new SiteCaller(server.url).signIn());
  const visitors = new WaitingCrowd({
    ledger,
    dice: new Dice(seed),
    port: server.port,
    connections: CONNECTIONS,
  });

  await visitors.waitForAnswers(ANSWERS);
  disk.fill();
  const refusal = await createUntilRefused(ledger, site);
  if (refusal !== '507 storage.full') ledger.violations.push(`creating was answered ${refusal}`);
  await visitors.waitForAnswers(ANSWERS);
  disk.free();
  const { code, msg } = await create(ledger, site);
  if (code !== 200) ledger.violations.push(`with room again creating was answered ${code} ${msg}`);
  await visitors.waitForAnswers(ANSWERS);
  await visitors.end();
  const reported = await site.readClicks();

  const exitCode = await server.end('SIGTERM');
  if (exitCode !== 0) ledger.violations.push(`the server ended with ${exitCode}`);
  await runCommand(['flush'], dataDir);
  const uncounted = readUncounted(logFile);
  if (reported.uncounted !== uncounted || reported.acknowledged !== ledger.acknowledged) {
    const { acknowledged } = ledger;
    ledger.violations.push(
      `the status reports ${reported.uncounted} uncounted of ${reported.acknowledged}, not ${uncounted} of ${acknowledged}`,
    );
  }
  const counts = await readCounts(dataDir);
  rmSync(dataDir, { recursive: true });
  rmSync(logDir, { recursive: true });
  ledger.violations.push(...ledger.findUnaccounted(counts, uncounted));
  return {
    violations: [...ledger.violations, ...ledger.findBrokenCounts(counts, uncounted)],
    acknowledged: ledger.acknowledged,
    uncounted,
  };
}

function create(ledger: Ledger, site: SiteCaller) {
  const longUrl = `${ledger.createLongUrl()}?${'x'.repeat(8000)}`;
  return site.call(createLink, { long_url: longUrl, title: 'torture' });
}

/** Creates links until one is refused; returns that answer. */
async function createUntilRefused(ledger: Ledger, site: SiteCaller): Promise<string> {
  for (let creation = 0; creation < CREATIONS_MAX; creation += 1) {
    const { code, msg } = await create(ledger, site);
    if (code !== 200) return `${code} ${msg}`;
  }
  return '200 all the time';
}

function readUncounted(logFile: string): number {
  const reports = [...readFileSync(logFile, 'utf8').matchAll(/(\d+) clicks could not be counted/g)];
  return Math.max(0, ...reports.map(([, clicks]) => Number(clicks)));
}
