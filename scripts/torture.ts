import { fillDisk } from '../tests/torture/full-disk.ts';
import { SmallDisk } from '../tests/torture/small-disk.ts';
import { stopUnderLoad } from '../tests/torture/stop.ts';
import { storm } from '../tests/torture/storm.ts';
import { buildWebIfStale } from './web.ts';

/**
 * Tortures the server for a while: `npm run torture [seconds] [seed]`. Each round has a seed of
 * its own, counted up from the first; exits 1 when a promise was broken.
 */
const [secondsText = '240', seedText = String(Math.floor(Math.random() * 2 ** 31))] =
  process.argv.slice(2);
/** The longest that it may take in all, in milliseconds; a round that hangs is a failure. */
const LONGEST_MS = 300_000;
/** Within what time a killed server must be ready again, in milliseconds. */
const READY_MS = 2000;

/** How many processes answer visitors in every other round; in the others it is one. */
const WORKERS = 3;

const seconds = Number(secondsText);
const firstSeed = Number(seedText);
if (!(seconds > 0 && seconds <= 280) || !Number.isSafeInteger(firstSeed)) {
  console.error('usage: npm run torture [seconds up to 280] [seed]');
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

function tell(name: string, seed: number, facts: string, violations: readonly string[]): void {
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
  tell('kill -9', seed, facts, [...violations, ...late]);
}

async function fillOnce(seed: number, small: SmallDisk): Promise<void> {
  const { violations, acknowledged, uncounted } = await fillDisk(small, seed);
  tell('full disk', seed, `${acknowledged} answers, ${uncounted} told as uncounted`, violations);
}

async function stopOnce(seed: number, workers: number): Promise<void> {
  const violations = await stopUnderLoad(seed, workers);
  tell('SIGTERM', seed, `all answered, all counted, ${workers} processes`, violations);
}

if (disk === null) console.log('not run: full disk, which needs a user who may mount one');
const end = performance.now() + seconds * 1000;
let seed = firstSeed;
for (; performance.now() < end; seed += 1) {
  const workers = seed % 2 === 0 ? 1 : WORKERS;
  await stormOnce(seed, workers);
  await stopOnce(seed, workers);
  if (disk !== null) await fillOnce(seed, disk);
}
console.log(`\n${seed - firstSeed} rounds, ${failed} promises broken`);
process.exitCode = failed === 0 ? 0 : 1;
