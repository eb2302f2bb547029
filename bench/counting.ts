import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { installSystemPackages } from '../scripts/system-packages.ts';
import { startRedirectServer, type Server } from './brisk.ts';
import { hold } from './contest.ts';
import { createTempDir } from './measure.ts';
import { seedNumbered } from './seed.ts';
import { HOT_CODES, HOT_PATH } from './wrk.ts';

const FIRST_PORT = 29_140;

/**
 * What counting adds to a redirect: the parts of the server that take connections and redirect,
 * with their journal and with one that takes nothing. Both read the headers that a record keeps.
 * The whole time counts the drain too: the clicks of all rounds at once, which is cheaper than in
 * parts, as every ten minutes.
 */
export async function measureCounting(): Promise<object> {
  await installSystemPackages('wrk');
  const directory = createTempDir();
  await using off = await start(directory, 'off', FIRST_PORT);
  await using on = await start(directory, 'on', FIRST_PORT + 1);
  const result = await hold(
    directory,
    [
      { ...off, name: 'off', path: HOT_PATH },
      { ...on, name: 'on', path: HOT_PATH },
    ],
    'off',
  );
  rmSync(directory, { recursive: true });
  return result;
}

async function start(directory: string, counting: 'on' | 'off', port: number): Promise<Server> {
  const dataDir = join(directory, counting);
  await seedNumbered(dataDir, HOT_CODES);
  return startRedirectServer(dataDir, port, 's0', counting);
}
