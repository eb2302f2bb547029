import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installSystemPackages } from '../scripts/system-packages.ts';
import { startBrisk, spawnServer, type Server } from './brisk.ts';
import { summarize, takeTurns, type Summary } from './contest.ts';
import { createTempDir, waitFor } from './measure.ts';
import { addRules, RULES_EVERY, ruleKinds } from './seed-rules.ts';
import { seedNumbered } from './seed.ts';
import { HOT_CODES } from './wrk.ts';

const LINKS = 200_000;
const FIRST_PORT = 29_300;
const names = Object.keys(ruleKinds);

/** Lua for a path: the codes of one kind, or of links without rules. */
function pathOf(first: number, step: number): string {
  const count = Math.floor((HOT_CODES - first) / step);
  const query = first === RULES_EVERY * names.indexOf('query') ? ' .. "?a=b"' : '';
  return `"/s" .. (${first} + ${step} * (n * 7919 % ${count}))${query}`;
}

/**
 * Redirects of links with rules and without, on a site of which a tenth has rules. The environment
 * variable `BEFORE` adds the version of another checkout with installed packages.
 */
export async function measureRules(): Promise<Summary> {
  await installSystemPackages('wrk');
  const directory = createTempDir();
  const dataDir = join(directory, 'data');
  await seedNumbered(dataDir, LINKS);
  await addRules(dataDir);
  // Counting the clicks of one contender must not burden another.
  const plainDir = join(directory, 'plain');
  cpSync(dataDir, plainDir, { recursive: true });
  const brisk = await startBrisk(dataDir, { port: FIRST_PORT });
  const plainBrisk = await startBrisk(plainDir, { port: FIRST_PORT + 2 });
  const before = await startBefore(directory);
  const plain = { path: pathOf(1, RULES_EVERY), headers: { Connection: '"keep-alive"' } };
  const contenders = [
    { ...plainBrisk, ...plain, name: 'plain' },
    ...(before === null ? [] : [{ ...before, ...plain, name: 'before' }]),
    ...names.map((name, index) => {
      const path = pathOf(RULES_EVERY * index, RULES_EVERY * names.length);
      return Object.assign({}, brisk, plain, { name, path });
    }),
  ];
  const summary = summarize(
    await takeTurns(directory, contenders),
    before === null ? 'plain' : 'before',
  );
  await brisk.stop();
  await plainBrisk.stop();
  await before?.stop();
  rmSync(directory, { recursive: true });
  return summary;
}

async function startBefore(directory: string): Promise<Server | null> {
  const checkout = process.env['BEFORE'];
  if (checkout === undefined) return null;
  const dataDir = join(directory, 'before');
  const seed = `await (await import('./bench/seed.ts')).seedNumbered('${dataDir}', ${LINKS})`;
  const seeding = Bun.spawn([process.execPath, '-e', seed], { cwd: checkout, stderr: 'inherit' });
  if ((await seeding.exited) !== 0) throw new Error(`BEFORE: ${checkout} cannot make a site`);
  const port = FIRST_PORT + 1;
  const env = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
  const command = [process.execPath, `--cwd=${checkout}`, 'server/main.ts'];
  const server = spawnServer(command, { port, env });
  await waitFor(`${server.url}/healthz`, server.process);
  return server;
}
