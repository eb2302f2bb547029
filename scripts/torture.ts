import { findFaults, freeze } from '../tests/nodes/frozen.ts';
import { nodeStorm } from '../tests/nodes/node-storm.ts';
import { findBinaries } from '../tests/postgres/postgres-processes.ts';
import { fillDisk } from '../tests/torture/disk/full-disk.ts';
import { SmallDisk } from '../tests/torture/disk/small-disk.ts';
import { stopUnderLoad } from '../tests/torture/stop.ts';
import { storm } from '../tests/torture/storm.ts';
import { buildWebIfStale } from './web.ts';

/** `npm run torture [seconds] [seed]`: each round adds 1 to the seed. A failure exits with 1. */
const [secondsText = '180', seedText = String(Math.floor(Math.random() * 2 ** 31))] =
  process.argv.slice(2);
/** The limit of the whole run; a round that hangs is a failure. */
const LONGEST_MS = 300_000;
/** A killed server must be ready again within this time. */
const READY_MS = 2000;

/** How long PostgreSQL hangs. */
const FROZEN_SECONDS = 30;
const FROZEN_LIMITS = { longestMs: 12_000, slowerMax: 2 };

/** The promise for SIGTERM. */
const STOP_MS = 5000;

/** Every other round runs this many processes, the others run one. */
const WORKERS = 3;

const seconds = Number(secondsText);
const firstSeed = Number(seedText);
if (!(seconds > 0 && seconds <= 200) || !Number.isSafeInteger(firstSeed)) {
  console.error('usage: npm run torture [seconds up to 200] [seed]');
  process.exit(2);
}

await buildWebIfStale();
setTimeout(() => {
  console.error('the torture hangs');
  process.exit(1);
}, LONGEST_MS).unref();

const disk = SmallDisk.mount(8);
process.once('exit', () => disk?.unmount());
process.once('SIGINT', () => process.exit(130));
let failed = 0;

function printResult(
  name: string,
  seed: number,
  facts: string,
  violations: readonly string[],
): void {
  console.log(`${violations.length === 0 ? 'held' : 'BROKEN'}  ${name}, seed ${seed}: ${facts}`);
  for (const violation of violations.slice(0, 20)) console.log(`        ${violation}`);
  failed += violations.length === 0 ? 0 : 1;
}

async function stormOnce(seed: number, workers: number): Promise<void> {
  const report = await storm({
    seed,
    workers,
    kills: 12,
    connections: 500,
    answersPerKill: 15_000,
  });
  const { violations, acknowledged, counted, unanswered, changes, slowestStart } = report;
  const late = slowestStart > READY_MS ? [`ready only after ${Math.round(slowestStart)} ms`] : [];
  const sent = acknowledged + unanswered;
  const facts = `${acknowledged} ≤ ${counted} ≤ ${sent} clicks, ${changes} changes, 12 kills, ${workers} processes`;
  printResult('kill -9', seed, facts, [...violations, ...late]);
}

async function fillOnce(seed: number, small: SmallDisk): Promise<void> {
  const { violations, acknowledged, uncounted } = await fillDisk(small, seed);
  printResult(
    'full disk',
    seed,
    `${acknowledged} answers, ${uncounted} reported as lost`,
    violations,
  );
}

async function stopOnce(seed: number, workers: number): Promise<void> {
  const violations = await stopUnderLoad(seed, workers, STOP_MS);
  printResult('SIGTERM', seed, `all answered, all counted, ${workers} processes`, violations);
}

async function stormNodesOnce(seed: number): Promise<void> {
  const options = { nodeKills: 12, databaseKills: 12, connections: 100, answersPerKill: 8000 };
  const report = await nodeStorm({ seed, ...options });
  const { violations, acknowledged, counted, unanswered, changes } = report;
  const facts = `${acknowledged} ≤ ${counted} ≤ ${acknowledged + unanswered} clicks, ${changes} changes`;
  printResult('kill -9 of nodes and PostgreSQL', seed, facts, violations);
}

async function freezeOnce(seed: number): Promise<void> {
  const report = await freeze(FROZEN_SECONDS);
  const { before, frozen } = report.p99;
  const facts = `p99 of redirects ${frozen.toFixed(2)} ms, ${before.toFixed(2)} ms before`;
  printResult('PostgreSQL that hangs', seed, facts, findFaults(report, FROZEN_LIMITS));
}

function hasPostgres(): boolean {
  try {
    return findBinaries() !== '';
  } catch {
    return false;
  }
}

if (disk === null) console.log('not run: full disk, which needs a user who may mount one');
const end = performance.now() + seconds * 1000;
const canRunNodes = hasPostgres();
if (canRunNodes) await freezeOnce(firstSeed);
else console.log('not run: several nodes, which need PostgreSQL');
let seed = firstSeed;
do {
  const workers = seed % 2 === 0 ? 1 : WORKERS;
  await stormOnce(seed, workers);
  await stopOnce(seed, workers);
  if (disk !== null) await fillOnce(seed, disk);
  if (canRunNodes) await stormNodesOnce(seed);
  seed += 1;
} while (performance.now() < end);
console.log(`\n${seed - firstSeed} rounds, ${failed} promises broken`);
process.exitCode = failed === 0 ? 0 : 1;
