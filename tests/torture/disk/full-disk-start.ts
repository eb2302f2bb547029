import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createLink } from '../../../contracts/links/links.ts';
import { getStatus } from '../../../contracts/status.ts';
import type { ReplyOf } from '../../../contracts/route.ts';
import { readConfig } from '../../../server/config.ts';
import { startServer } from '../../../server/serve.ts';
import { TestProcess } from '../../journeys/test-process.ts';
import { Ledger } from '../ledger.ts';
import { SiteCaller } from '../site-caller.ts';
import type { SmallDisk } from './small-disk.ts';
import { addSteadyLinks, readCounts } from '../storm.ts';

/** Visits before, during and after the full disk, each. */
const VISITS = 50;

interface FullDiskStart {
  /** The answers while the disk was full. */
  readonly whileFull: { readonly visits: ReadonlySet<number>; health: number; creation: string };
  readonly healthWithRoom: number;
  readonly clicks: ReplyOf<typeof getStatus>['clicks'];
  readonly counted: number;
  readonly redirected: number;
}

/** Restarts a server with pending clicks on a full disk, and frees it. */
export async function startOnFullDisk(
  disk: SmallDisk,
  signal: 'SIGKILL' | 'SIGTERM',
): Promise<FullDiskStart> {
  const dataDir = join(disk.path, 'data');
  try {
    await addSteadyLinks(dataDir, new Ledger(), 1);
    const former = await TestProcess.start(dataDir, { LOG_LEVEL: 'silent' });
    const token = await new SiteCaller(former.url).signIn();
    const before = await visit(former.url);
    // On a full disk, the stopping server cannot count its journal.
    if (signal === 'SIGTERM') disk.fill();
    await former.end(signal);
    disk.fill();
    const config = readConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
    });
    const server = await startServer(config, { closingMs: 0 });
    const site = new SiteCaller(server.url, token);
    const whileFull = await visit(server.url);
    const fields = { long_url: 'https://example.com/new', title: 'x' };
    const { code, msg } = await site.call(createLink, fields);
    const health = await askHealth(server.url);
    disk.free();
    await server.ready;
    const healthWithRoom = await askHealth(server.url);
    const after = await visit(server.url);
    const { data } = await site.call(getStatus, {});
    await server.stop();
    const counts = await readCounts(dataDir);
    return {
      whileFull: { visits: new Set(whileFull), health, creation: `${code} ${msg}` },
      healthWithRoom,
      clicks: (data as ReplyOf<typeof getStatus>).clicks,
      counted: [...counts.values()].reduce((sum, count) => sum + count, 0),
      redirected: [...before, ...whileFull, ...after].filter((status) => status === 302).length,
    };
  } finally {
    disk.free();
    rmSync(dataDir, { recursive: true });
  }
}

async function visit(url: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let visits = 0; visits < VISITS; visits += 1) {
    statuses.push((await fetch(new URL('steady0', url), { redirect: 'manual' })).status);
  }
  return statuses;
}

async function askHealth(url: string): Promise<number> {
  return (await fetch(new URL('healthz', url))).status;
}
