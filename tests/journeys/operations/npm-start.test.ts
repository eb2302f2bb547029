import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { TestProcess } from '../test-process.ts';
import { createDataDir } from '../test-site.ts';

test('npm start serves the site, and the server ends with npm', async () => {
  const dataDir = createDataDir();
  await using server = await TestProcess.start(dataDir, {}, ['npm', 'start', '--silent']);
  expect((await fetch(server.url)).status).toBe(200);
  await server.end('SIGTERM');
  await waitForRefusal(server.url);
  rmSync(dataDir, { recursive: true });
}, 300_000);

/** Polls until the port is closed; otherwise the test's time limit ends the wait. */
async function waitForRefusal(url: string): Promise<void> {
  const answers = (): Promise<boolean> =>
    fetch(url, { keepalive: false }).then(
      () => true,
      () => false,
    );
  while (await answers());
}
