import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, realpathSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresAt } from './postgres/postgres-at.ts';
import { firstInShort } from './support/test-run.ts';

/** A test run that starts a server and prints its place. */
const RUN = `
  const { PostgresServer } = await import('./tests/postgres/postgres-server.ts');
  const server = await PostgresServer.start();
  console.log(server.port);
`;

const ends: [string, string, number | null][] = [
  ['is killed', 'await new Promise(() => setInterval(() => {}, 1000));', null],
  ['just ends', '', 0],
  ['ends while its server is killed', 'await server.kill();', 0],
  ['ends while its server hangs', 'server.freeze();', 0],
];

test.each(firstInShort(ends))(
  'no PostgreSQL process and no file outlives a test run that %s',
  async (_name, rest, exitCode) => {
    // The server's user must be able to enter its directory.
    const directory = mkdtempSync(join(realpathSync(tmpdir()), 'brisk-run-'));
    Bun.spawnSync(['chmod', '755', directory]);
    const run = Bun.spawn([process.execPath, '-e', RUN + rest], {
      env: { ...process.env, TMPDIR: directory },
      stdout: 'pipe',
      stderr: 'inherit',
    });
    const reader = run.stdout.getReader();
    const { value } = await reader.read();
    const server = new PostgresAt('127.0.0.1', Number(Buffer.from(value!).toString()));
    if (exitCode === null) run.kill('SIGKILL');
    else expect(await run.exited).toBe(exitCode);
    // The directory is removed last.
    while (readdirSync(directory).length > 0) await Bun.sleep(5);
    rmdirSync(directory);
    const answer = await server.query('postgres', 'select 1').catch((error: unknown) => error);
    expect(answer).toMatchObject({ code: 'ECONNREFUSED' });
  },
  300_000,
);
