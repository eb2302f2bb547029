import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { COMMAND } from '../tests/support/brisk-command.ts';
import { databaseEnvironment, openTestEngine } from '../tests/support/test-engine.ts';
import { openApp } from './app.ts';
import { readConfig } from './config.ts';
import { FailureLog } from './failure-log.ts';

test('each timed job does its work in the database', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-jobs-'));
  const engine = await openTestEngine(dataDir);
  const log = pino({ level: 'silent' });
  const app = await openApp({
    config: readConfig({ DATA_DIR: dataDir, ...(await databaseEnvironment(dataDir)) }),
    engine,
    failures: new FailureLog(log),
    log,
    pageTitles: {
      fetch: () => Promise.resolve({ title: '', description: '' }),
      close: () => undefined,
    },
    command: COMMAND,
  });
  expect(app.jobs.length).toBeGreaterThan(5);
  for (const job of app.jobs) await job.run();
  await app.close();
  await engine.close();
  rmSync(dataDir, { recursive: true });
});
