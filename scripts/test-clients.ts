import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder as recordedFolder } from '../tests/journeys/compat/recorded-file.ts';
import { clientsFolder, shlinkFolder, type Values } from '../tests/clients/run-client.ts';

// Installs the clients of other shorteners from the registries, and runs test files with them.
// `--record` writes what the clients send into the files that `npm test` replays.

const source = 'tests/clients';
const lists = [
  'package.json',
  'package-lock.json',
  'requirements.txt',
  'requirements-shlink.txt',
] as const;

const wanted = lists.map((file) => readFileSync(join(source, file), 'utf8')).join('\n');
const installed = join(clientsFolder, 'installed');
if (!existsSync(installed) || readFileSync(installed, 'utf8') !== wanted) {
  install();
  writeFileSync(installed, wanted);
}
const words = process.argv.slice(2);
const isRecording = words.includes('--record');
run([process.execPath, 'test', ...words.filter((word) => word !== '--record')], '.', {
  RECORD_CLIENTS: isRecording ? '1' : '',
});
if (isRecording) run(['node_modules/.bin/oxfmt', recordedFolder], '.');

function install(): void {
  rmSync(clientsFolder, { recursive: true, force: true });
  mkdirSync(clientsFolder, { recursive: true });
  for (const file of lists) cpSync(join(source, file), join(clientsFolder, file));
  run(['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], clientsFolder);
  run(['python3', '-m', 'venv', 'python'], clientsFolder);
  const pip = ['python/bin/python', '-m', 'pip', 'install', '--quiet', '--require-hashes'];
  run([...pip, '-r', 'requirements.txt'], clientsFolder);
  // Its module has the name of another client's.
  const apart = ['--no-deps', '--target', shlinkFolder];
  run([...pip, ...apart, '-r', 'requirements-shlink.txt'], clientsFolder);
}

function run(command: readonly string[], cwd: string, variables: Values = {}): void {
  const { exitCode } = Bun.spawnSync([...command], {
    cwd,
    env: { ...process.env, ...variables },
    stdout: 'inherit',
    stderr: 'inherit',
  });
  if (exitCode !== 0) process.exit(exitCode);
}
