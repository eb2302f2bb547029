import { expect, test } from 'bun:test';
import { globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listLinks, type Link } from '../../../contracts/links/links.ts';
import { getReport, type Report } from '../../../contracts/stats/stats.ts';
import { JOURNAL_FOLDER, PROJECTION_FILE } from '../../../server/engine/files/data-directory.ts';
import { nowSeconds } from '../../../server/engine/now.ts';
import { DAY_SECONDS } from '../../../server/stats/quarter.ts';
import { Warehouse } from '../../../server/stats/warehouse/warehouse.ts';
import { readProjection, readStored } from '../../journeys/stored-bytes.ts';
import { runCommand, TestProcess } from '../../journeys/test-process.ts';
import { createDataDir } from '../../journeys/test-site.ts';
import { expectTotals, sum } from '../../support/statistics/click-totals.ts';
import { maintainLog } from '../../support/statistics/stats-log.ts';
import { sumParts } from '../../support/statistics/sum-parts.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { collectSecrets, findSecrets } from '../../support/statistics/visitor-secrets.ts';
import { crowdAddress, crowdEnv } from '../crowd.ts';
import { Dice } from '../dice.ts';
import { Ledger } from '../ledger.ts';
import { ProjectionKiller, type Damage } from './projection-killer.ts';
import { everything, ReportReader } from '../report-reader.ts';
import { SiteCaller } from '../site-caller.ts';
import { addSteadyLinks, readCounts } from '../storm.ts';
import { WaitingCrowd } from '../waiting-crowd.ts';
import { seed } from '../../support/random.ts';
import { chooseForRun } from '../../support/test-run.ts';

const LINKS = 8;
const CONNECTIONS = 4;
const PAUSE_MS = 5;
const KILLS = chooseForRun(3, 10);
/** After each kill, in turn. */
const damages: readonly Damage[] = ['none', 'removed', 'none', 'cut off', 'none', 'flipped'];
/** The most answers, and changes of the projection's files, between two kills. */
const ANSWERS_MAX = chooseForRun(150, 500);
const CHANGES_MAX = 20;
/** The most hashes to search for. */
const HASHES_MAX = 100;

/** Kills processes under visits and reports; returns how many kills hit a report. */
async function killOften(
  {
    killer,
    crowd,
    reader,
  }: { killer: ProjectionKiller; crowd: WaitingCrowd; reader: ReportReader },
  dice: Dice,
  onKill: () => void,
): Promise<number> {
  let hits = 0;
  for (let kill = 0; kill < KILLS && !reader.isOver; kill += 1) {
    const moment = dice.pick(['answers', 'changes', 'report'] as const);
    if (moment === 'answers') await crowd.waitForAnswers(1 + dice.below(ANSWERS_MAX));
    if (moment === 'changes') {
      await killer.waitForChanges(1 + dice.below(CHANGES_MAX), reader.ended);
    }
    if (moment === 'report') await reader.waitForReport();
    while (!reader.isOver && !killer.kill(damages[kill % damages.length]!))
      await crowd.waitForAnswers(1);
    if (reader.isWaiting) hits += 1;
    onKill();
  }
  return hits;
}

test(`figures are exact after kills of the process with DuckDB and damage of its file (seed ${seed})`, async () => {
  const dice = new Dice(seed);
  const ledger = new Ledger();
  const dataDir = createDataDir();
  await addSteadyLinks(dataDir, ledger, LINKS);
  await using server = await TestProcess.start(dataDir, { LOG_LEVEL: 'fatal', ...crowdEnv });
  const site = new SiteCaller(server.url, await new SiteCaller(server.url).signIn());
  const crowd = new WaitingCrowd({
    ledger,
    dice,
    port: server.port,
    connections: CONNECTIONS,
    pauseMs: PAUSE_MS,
  });
  let kills = 0;
  let sawAddress = false;
  const underWay = 2 * CONNECTIONS;
  const reader = new ReportReader({ site, ledger, underWay, kills: () => kills });
  const killer = new ProjectionKiller(server, dataDir, dice);
  const hits = await killOften({ killer, crowd, reader }, dice, () => {
    kills += 1;
    sawAddress ||= crowdAddress.test(readJournal(dataDir));
  });
  await Promise.all([crowd.end(), reader.end()]);
  expect(ledger.violations).toEqual([]);
  await expectFigures(site, dataDir, ledger);
  expect(await server.end('SIGTERM')).toBe(0);
  expect(hits).toBeGreaterThan(0);
  expect(killer.damages).toBeGreaterThan(0);
  expect(sawAddress).toBe(true);
  await expectNoSecrets(dataDir, ledger.acknowledged);
  rmSync(dataDir, { recursive: true });
}, 300_000);

function readJournal(dataDir: string): string {
  const files = globSync(join(dataDir, JOURNAL_FOLDER, '*.clicks'));
  return Buffer.concat(files.map((file) => readFileSync(file))).toString('latin1');
}

/** Report, its parts, the list, the reports of links and the answers agree. */
async function expectFigures(site: SiteCaller, dataDir: string, ledger: Ledger): Promise<void> {
  await runCommand(['flush'], dataDir);
  const readReport = async (fields: object) =>
    (await site.call(getReport, { ...everything, ...fields })).data as Report;
  const report = await readReport({});
  expect(report.clicks).toBe(ledger.acknowledged);
  expect(new Set(sumParts(report))).toEqual(new Set([report.clicks]));
  const { urls } = (await site.call(listLinks, { page: 1, limit: 100 })).data as { urls: Link[] };
  expect(urls).toHaveLength(LINKS);
  expect(sum(urls.map(({ clicks }) => clicks))).toBe(ledger.acknowledged);
  for (const { short_url, clicks } of urls) {
    expect([short_url, (await readReport({ short_url })).clicks]).toEqual([short_url, clicks]);
  }
  const counts = await readCounts(dataDir);
  expect([
    ...ledger.violations,
    ...ledger.findBrokenCounts(counts),
    ...ledger.findUnaccounted(counts, 0),
  ]).toEqual([]);
}

/** No file has an address or, once the day is sealed, anything that tells visitors apart. */
async function expectNoSecrets(dataDir: string, clicks: number): Promise<void> {
  const engine = await openTestEngine(dataDir);
  const secrets = await collectSecrets(engine, { hashesMax: HASHES_MAX });

  const before = await readStored(dataDir);
  const projection = globSync(join(dataDir, `${PROJECTION_FILE}*`, '**'))
    .concat(globSync(join(dataDir, `${PROJECTION_FILE}*`)))
    .filter((path) => statSync(path).isFile());
  const ofProjection = Buffer.concat([
    ...projection.map((path) => readFileSync(path)),
    await readProjection(dataDir),
  ]);
  expect(findSecrets(secrets, before).some((name) => name.startsWith('byte'))).toBe(true);
  expect(findSecrets(secrets, ofProjection)).toEqual([]);

  const warehouse = new Warehouse({ engine, dataDir, onError: fail });
  await maintainLog(engine, warehouse, nowSeconds() + 2 * DAY_SECONDS);
  expect(await expectTotals(engine)).toBe(clicks);
  await warehouse.close();
  await engine.close();

  const after = Buffer.concat([await readStored(dataDir), await readProjection(dataDir)]);
  expect(findSecrets(secrets, after)).toEqual([]);
  for (const stored of [before, ofProjection, after]) {
    expect(crowdAddress.exec(stored.toString('latin1'))).toBe(null);
  }
}

function fail(error: unknown): never {
  throw error;
}
