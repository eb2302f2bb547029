import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { installSystemPackages } from '../scripts/system-packages.ts';
import { openJournalDirectory } from '../server/clicks/journal/segments.ts';
import { startBrisk, startRedirectServer } from './brisk.ts';
import { measureUntilStopped, summarize, takeTurns } from './contest.ts';
import { createTempDir, round } from './measure.ts';
import { codeInLua, FIRST_CODE, seedMany } from './seed-many.ts';
import { seedNumbered } from './seed.ts';
import { HOT_CODES, HOT_PATH, loadWithWrk } from './wrk.ts';

const SIZES = [1_000_000, 10_000_000] as const;
const HOT_PORT = 29_120;
const MANY_PORT = 29_121;
/** Load before the memory is read. */
const SHIPPED_SECONDS = 20;

/** Lua for a random visitor address behind a proxy. */
const ANY_CLIENT = [20, 0, 0, 0].map((least) => `math.random(${least}, 255)`).join(' .. "." .. ');

/** Redirects from random links that are not in memory, and unknown codes, beside hot links. */
export async function measureCold(): Promise<object> {
  await installSystemPackages('wrk');
  const directory = createTempDir();
  await seedNumbered(join(directory, 'hot'), HOT_CODES);
  const results: Record<string, object> = {};
  for (const links of SIZES) {
    await seedMany(join(directory, 'many'), links);
    const path = `"/" .. ${codeInLua(`math.random(0, ${links - 1})`)}`;
    results[`links_${links}`] = {
      redirects: await compareRedirects(directory, path),
      misses: await compareMisses(directory),
      rss_mib: await readShippedRss(directory, path),
    };
  }
  rmSync(directory, { recursive: true });
  return results;
}

/** Discards the clicks: each is on another link, and counting them takes minutes. */
async function compareRedirects(directory: string, path: string): Promise<object> {
  const [hotDir, manyDir] = [join(directory, 'hot'), join(directory, 'many')];
  await using hot = await startRedirectServer(hotDir, HOT_PORT, 's0', 'journalled');
  await using cold = await startRedirectServer(manyDir, MANY_PORT, FIRST_CODE, 'journalled');
  const rounds = await takeTurns(directory, [
    { ...hot, name: 'hot', path: HOT_PATH },
    { ...cold, name: 'cold', path },
  ]);
  await Promise.all([hot.stop(), cold.stop()]);
  for (const dataDir of [hotDir, manyDir]) {
    rmSync(openJournalDirectory(dataDir), { recursive: true });
  }
  return summarize(rounds, 'hot');
}

async function compareMisses(directory: string): Promise<object> {
  const env = { TRUSTED_PROXIES: '127.0.0.0/8' };
  await using hot = await startBrisk(join(directory, 'hot'), { port: HOT_PORT, env });
  await using missing = await startBrisk(join(directory, 'many'), { port: MANY_PORT, env });
  const contenders = [
    { ...hot, name: 'hot', path: HOT_PATH },
    {
      ...missing,
      name: 'missing',
      path: '"/x" .. math.random(1, 1000000000)',
      headers: { 'X-Forwarded-For': ANY_CLIENT },
      isMissing: true,
    },
  ];
  return await measureUntilStopped(directory, contenders, 'hot');
}

async function readShippedRss(directory: string, path: string): Promise<number> {
  await using server = await startBrisk(join(directory, 'many'), { port: MANY_PORT });
  const load = await loadWithWrk(directory, { ...server, name: 'cold', path }, SHIPPED_SECONDS);
  return round(load.rss_mib);
}
