import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { installSystemPackages } from '../scripts/system-packages.ts';
import { startRedirectServer, type Server } from './brisk.ts';
import { measureUntilStopped } from './contest.ts';
import { createTempDir } from './measure.ts';
import { seedNumbered } from './seed.ts';
import { HOT_CODES, HOT_PATH } from './wrk.ts';

const FIRST_PORT = 29_140;

/** The cost of counting: redirects with a journal and its drain, and without both. */
export async function measureCounting(): Promise<object> {
  await installSystemPackages('wrk');
  const directory = createTempDir();
  await using off = await start(directory, 'off', FIRST_PORT);
  await using on = await start(directory, 'on', FIRST_PORT + 1);
  const result = await measureUntilStopped(
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
