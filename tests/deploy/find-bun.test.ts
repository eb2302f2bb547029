import { afterAll, expect, test } from 'bun:test';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'brisk-find-bun-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string, mode = 0o644): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode });
}

test('the Bun that runs on this machine is chosen among those that npm installed', () => {
  cpSync('scripts/bun', join(folder, 'scripts/bun'));
  write('package-lock.json', '{}');
  write('node_modules/.package-lock.json', '{}');
  write('node_modules/@oven/bun-linux-x64-musl/bin/bun', '#!/lib/of-another-system\n', 0o755);
  write('node_modules/@oven/bun-linux-x64/bin/bun', '#!/bin/sh\necho "runs $*"\n', 0o755);
  const { stdout } = Bun.spawnSync(['sh', join(folder, 'scripts/bun'), 'x.ts', 'word']);
  expect(stdout.toString()).toBe('runs x.ts word\n');
});
