import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientsFolder } from '../tests/clients/run-client.ts';

// Installs the clients of other shorteners from the registries, and runs test files with them.

const source = 'tests/clients';
const lists = ['package.json', 'package-lock.json', 'requirements.txt'] as const;

const wanted = lists.map((file) => readFileSync(join(source, file), 'utf8')).join('\n');
const installed = join(clientsFolder, 'installed');
if (!existsSync(installed) || readFileSync(installed, 'utf8') !== wanted) {
  install();
  writeFileSync(installed, wanted);
}
run([process.execPath, 'test', ...process.argv.slice(2)], '.');

function install(): void {
  rmSync(clientsFolder, { recursive: true, force: true });
  mkdirSync(clientsFolder, { recursive: true });
  for (const file of lists) cpSync(join(source, file), join(clientsFolder, file));
  run(['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], clientsFolder);
  run(['python3', '-m', 'venv', 'python'], clientsFolder);
  const pip = ['python/bin/python', '-m', 'pip', 'install', '--quiet', '--require-hashes'];
  run([...pip, '-r', 'requirements.txt'], clientsFolder);
}

function run(command: readonly string[], cwd: string): void {
  const { exitCode } = Bun.spawnSync([...command], { cwd, stdout: 'inherit', stderr: 'inherit' });
  if (exitCode !== 0) process.exit(exitCode);
}
