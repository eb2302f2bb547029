import { expect } from 'bun:test';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { testInAll } from '../support/test-run.ts';

const FOLDER = 'build/another-folder';
const parts = ['contracts', 'server', 'web', 'scripts', 'node_modules', 'build/web'];
const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json'];

/** Hard links: the copy must resolve to paths of its own. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

async function build(folder: string): Promise<string> {
  const command = [process.execPath, 'scripts/build.ts'];
  const child = Bun.spawn(command, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const errors = await new Response(child.stderr).text();
  expect([await child.exited, errors]).toEqual([0, expect.stringContaining('dist/brisk')]);
  return Bun.SHA256.hash(readFileSync(join(folder, 'dist/brisk')), 'hex');
}

testInAll(
  'two builds of the executable in two folders are equal',
  async () => {
    rmSync(FOLDER, { recursive: true, force: true });
    try {
      const former = await build('.');
      for (const part of parts) linkTree(part, join(FOLDER, part));
      for (const file of files) linkSync(file, join(FOLDER, file));
      expect(await build(FOLDER)).toBe(former);
    } finally {
      rmSync(FOLDER, { recursive: true, force: true });
    }
  },
  600_000,
);
