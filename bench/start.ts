import { rmSync } from 'node:fs';
import { createTempDir, median, onCore, readRss, waitFor } from './measure.ts';

const RUNS = 15;
const PORT = 29_080;
/** The pause before memory is read. */
const IDLE_MS = 2000;

/** The start of `dist/brisk` in an empty directory, and its idle memory. */
export async function measureStart(): Promise<object> {
  const build = Bun.spawnSync([process.execPath, 'scripts/build.ts'], { stderr: 'inherit' });
  if (!build.success) throw new Error('the executable cannot be built');
  const executable = `${process.cwd()}/dist/brisk`;
  const starts: number[] = [];
  const memory: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const dataDir = createTempDir();
    const begun = performance.now();
    const server = Bun.spawn(onCore(0, [executable]), {
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
