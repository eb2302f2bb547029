import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createLink } from '../../../contracts/links/links.ts';
import type { ReplyOf } from '../../../contracts/route.ts';
import { getStatus } from '../../../contracts/status.ts';
import { createDataDir } from '../../journeys/test-site.ts';
import { TestProcess } from '../../journeys/test-process.ts';
import { Dice } from '../dice.ts';
import { FailingDisk, type DiskCall } from './failing-disk.ts';
import { Ledger, Visit } from '../ledger.ts';
import { SiteCaller } from '../site-caller.ts';
import { addSteadyLinks, readCounts } from '../storm.ts';
import { WaitingCrowd } from '../waiting-crowd.ts';

const LINKS = 10;
/** Each visitor has at most two open requests. */
export const CONNECTIONS = 20;
/** Answers before, during and after the failure, each. */
const ANSWERS = 500;
/** Links created before, during and after the failure, each. */
const CREATIONS = 3;

export interface Fault {
  readonly call: DiskCall;
  readonly of: 'journal' | 'database' | 'everything';
}

interface IoErrorReport {
  readonly violations: readonly string[];
  /** The answers to creates during the failure. */
  readonly creations: ReadonlySet<string>;
  /** Answered clicks that the status reports as lost. */
  readonly uncounted: number;
  readonly drained: number;
  readonly segments: number;
}

interface IoErrorOptions {
  readonly flushSeconds: number;
  /** Waits for some counted clicks before the kill. */
  readonly awaitsCount?: boolean;
  readonly seed: number;
}

/** Breaks and repairs the disk of a visited site, kills the server and checks the next one. */
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

  await visitors.waitForAnswers(ANSWERS);
  expectSuccess(ledger, await create(ledger, site));
  const disk = await FailingDisk.attach(server.pid, fault.call, fileOf(fault, dataDir));
  await disk.failure;
  const creations = await create(ledger, site);
  await visitors.waitForAnswers(ANSWERS);
  const { code } = await site.call(getStatus, {});
  if (code !== 200) ledger.violations.push(`the status was answered ${code}`);
  await disk.mend();
  expectSuccess(ledger, await create(ledger, site));
  await visitors.waitForAnswers(ANSWERS);
  await visitors.end();
  const { acknowledged, uncounted, drained } = awaitsCount
    ? await readCounted(site)
    : await site.readClicks();
  await server.end('SIGKILL');

  if (acknowledged !== ledger.acknowledged) {
    ledger.violations.push(`the status reports ${acknowledged} of ${ledger.acknowledged} clicks`);
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

async function readCounted(site: SiteCaller): ReturnType<SiteCaller['readClicks']> {
  for (;;) {
    const clicks = await site.readClicks();
    if (clicks.drained > 0) return clicks;
  }
}

/** The file that fails; the newest segment is the one that the server writes. */
function fileOf({ of }: Fault, dataDir: string): string | undefined {
  if (of === 'everything') return undefined;
  if (of === 'database') return join(dataDir, 'brisk.db-wal');
  const directory = join(dataDir, 'clicks');
  return join(directory, readdirSync(directory).sort().at(-1)!);
}

/** Creates links that visitors then use; returns the answers. */
async function create(ledger: Ledger, site: SiteCaller): Promise<ReadonlySet<string>> {
  const answers = new Set<string>();
  for (let creation = 0; creation < CREATIONS; creation += 1) {
    const longUrl = ledger.createLongUrl();
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

/** Visits every link on a new server, stops it and returns the counts. */
async function readAfterRestart(
  dataDir: string,
  ledger: Ledger,
): Promise<ReadonlyMap<number, number>> {
  const server = await TestProcess.start(dataDir, { LOG_LEVEL: 'silent' });
  for (const code of ledger.codes) {
    const visit = new Visit(code, { counts: true });
    const { status, headers } = await fetch(new URL(code.code, server.url), { redirect: 'manual' });
    const violation = visit.recordAnswer(status, headers.get('location'));
    if (violation !== null) ledger.violations.push(`after the restart: ${violation}`);
  }
  await server.end('SIGTERM');
  return readCounts(dataDir);
}
