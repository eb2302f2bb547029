import { rmSync } from 'node:fs';
import { createTempDir, median, pinned, readRss, waitFor } from './measure.ts';

const RUNS = 15;
const PORT = 29_080;
/** When memory is read: long after the work of starting is over, in milliseconds. */
const IDLE_MS = 2000;

/** From the start of `dist/brisk` in an empty directory to the first 200, and its memory idle. */
export async function measureStart(): Promise<object> {
  const build = Bun.spawnSync([process.execPath, 'scripts/build.ts'], { stderr: 'inherit' });
  if (!build.success) throw new Error('the executable cannot be built');
  const executable = `${process.cwd()}/dist/brisk`;
  const starts: number[] = [];
  const memory: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const dataDir = createTempDir();
    const begun = performance.now();
    const server = Bun.spawn(pinned(0, [executable]), {
      env: { PATH: process.env['PATH'] ?? '', PORT: String(PORT), DATA_DIR: dataDir },
      stdout: 'ignore',
      stderr: 'ignore',
    });
    await waitFor(`http://127.0.0.1:${PORT}/`, server);
    starts.push(performance.now() - begun);
    if (run % 5 === 0) {
      await Bun.sleep(IDLE_MS);
      memory.push(await readRss(server.pid));
    }
    server.kill('SIGKILL');
    await server.exited;
    rmSync(dataDir, { recursive: true });
  }
  return { first_200_ms: median(starts), idle_rss_mib: median(memory) };
}
