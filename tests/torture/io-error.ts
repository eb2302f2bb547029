import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createLink } from '../../contracts/links.ts';
import type { ReplyOf } from '../../contracts/route.ts';
import { getStatus } from '../../contracts/status.ts';
import { createDataDir } from '../journeys/test-site.ts';
import { TestProcess } from '../journeys/test-process.ts';
import { Dice } from './dice.ts';
import { FailingDisk, type DiskCall } from './failing-disk.ts';
import { Ledger, Visit } from './ledger.ts';
import { SiteCaller } from './site-caller.ts';
import { addSteadyLinks, readCounts } from './storm.ts';
import { WaitingCrowd } from './waiting-crowd.ts';

const LINKS = 10;
/** How many visitors are there at once, each with two visits at most. */
export const CONNECTIONS = 20;
/** How many answers the visitors wait for before, while and after the disk fails. */
const ANSWERS = 500;
/** How many links are created before, while and after it fails. */
const CREATIONS = 3;

/** What of the disk fails. */
export interface Fault {
  readonly call: DiskCall;
  readonly of: 'journal' | 'database' | 'everything';
}

interface IoErrorReport {
  readonly violations: readonly string[];
  /** What creating was answered while the disk failed. */
  readonly creations: ReadonlySet<string>;
  /** Clicks that were answered and, as the status says, could not be counted. */
  readonly uncounted: number;
  /** Clicks that were in the counts before the server was killed. */
  readonly drained: number;
  /** How many files of the journal there are in the end. */
  readonly segments: number;
}

interface IoErrorOptions {
  /** How often clicks are counted. */
  readonly flushSeconds: number;
  /** Whether some must be counted before the server is killed. */
  readonly awaitsCount?: boolean;
  readonly seed: number;
}

/**
 * Visitors on a site whose disk fails in their midst and works again; then the server is killed,
 * and all that it answered is held against what another one finds.
 */
export async function failDisk(
  fault: Fault,
  { flushSeconds, awaitsCount = false, seed }: IoErrorOptions,
): Promise<IoErrorReport> {
  const ledger = new Ledger();
  const dataDir = createDataDir();
  await addSteadyLinks(dataDir, ledger, LINKS);
  const env = { CLICK_FLUSH_SECONDS: String(flushSeconds), LOG_LEVEL: 'silent' };
  await using server = await TestProcess.start(dataDir, env);
  const token = await new SiteCaller(server.url).signIn();
  const site = new SiteCaller(server.url, token);
  const dice = new Dice(seed);
  const visitors = new WaitingCrowd({
    ledger,
    dice,
    port: server.port,
    connections: CONNECTIONS,
  });

  await visitors.answers(ANSWERS);
  expectSuccess(ledger, await create(ledger, site));
  const disk = await FailingDisk.attach(server.pid, fault.call, fileOf(fault, dataDir));
  await disk.failure;
  const creations = await create(ledger, site);
  await visitors.answers(ANSWERS);
  const { code } = await site.call(getStatus, {});
  if (code !== 200) ledger.violations.push(`the status was answered ${code}`);
  await disk.mend();
  expectSuccess(ledger, await create(ledger, site));
  await visitors.answers(ANSWERS);
  await visitors.end();
  const { acknowledged, uncounted, drained } = awaitsCount
    ? await readCounted(site)
    : await site.readClicks();
  await server.end('SIGKILL');

  if (acknowledged !== ledger.acknowledged) {
    ledger.violations.push(`the status tells of ${acknowledged} of ${ledger.acknowledged} clicks`);
  }
  const counts = await readAfterRestart(dataDir, ledger);
  const segments = readdirSync(join(dataDir, 'clicks')).length;
  rmSync(dataDir, { recursive: true });
  ledger.violations.push(...ledger.findUnaccounted(counts, uncounted));
  return {
    violations: [...ledger.violations, ...ledger.findBrokenCounts(counts, uncounted)],
    creations,
    uncounted,
    drained,
    segments,
  };
}

/** What became of the clicks, as soon as some are in the counts. */
async function readCounted(site: SiteCaller): ReturnType<SiteCaller['readClicks']> {
  for (;;) {
    const clicks = await site.readClicks();
    if (clicks.drained > 0) return clicks;
  }
}

/** The file that fails: of the journal the newest, which is written to. */
function fileOf({ of }: Fault, dataDir: string): string | undefined {
  if (of === 'everything') return undefined;
  if (of === 'database') return join(dataDir, 'brisk.db-wal');
  const directory = join(dataDir, 'clicks');
  return join(directory, readdirSync(directory).sort().at(-1)!);
}

/** Creates links, which visitors visit from then on; returns what that was answered. */
async function create(ledger: Ledger, site: SiteCaller): Promise<ReadonlySet<string>> {
  const answers = new Set<string>();
  for (let creation = 0; creation < CREATIONS; creation += 1) {
    const longUrl = ledger.inventAddress();
    const fields = { long_url: longUrl, title: 'torture' };
    const { code, msg, data } = await site.call(createLink, fields);
    answers.add(`${code} ${msg}`);
    if (code !== 200) continue;
    const link = data as ReplyOf<typeof createLink>;
    ledger.addCode(link.short_url, { link: ledger.addLink(link.id), longUrl });
  }
  return answers;
}

function expectSuccess(ledger: Ledger, answers: ReadonlySet<string>): void {
  for (const answer of answers) {
    if (answer !== '200 success')
      ledger.violations.push(`on a whole disk creating was answered ${answer}`);
  }
}

/** Visits every link on another server, ends that and returns the counts. */
async function readAfterRestart(
  dataDir: string,
  ledger: Ledger,
): Promise<ReadonlyMap<number, number>> {
  const server = await TestProcess.start(dataDir, { LOG_LEVEL: 'silent' });
  for (const code of ledger.codes) {
    const visit = new Visit(code, { counts: true });
    const { status, headers } = await fetch(new URL(code.code, server.url), { redirect: 'manual' });
    const violation = visit.answer(status, headers.get('location'));
    if (violation !== null) ledger.violations.push(`after the restart: ${violation}`);
  }
  await server.end('SIGTERM');
  return readCounts(dataDir);
}
