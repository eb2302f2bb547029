import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { listBuildFiles, readStages } from '../tests/support/project/deploy-files.ts';
import { runShell } from '../tests/support/project/run-shell.ts';

// Builds the executable by the steps of deploy/Dockerfile, and runs test files with it.

/** The programs of the Dockerfile's build steps. */
const buildPrograms = ['npm', 'echo', 'sed'];
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

const folder = mkdtempSync(join(tmpdir(), 'brisk-image-'));
try {
  const brisk = await buildExecutable(folder);
  const { exitCode } = Bun.spawnSync([process.execPath, 'test', ...process.argv.slice(2)], {
    env: { ...process.env, BRISK: brisk },
    stdout: 'inherit',
    stderr: 'inherit',
  });
  process.exitCode = exitCode;
} finally {
  rmSync(folder, { recursive: true });
}

/** Builds only from the files that docker would send to the build. */
async function buildExecutable(folder: string): Promise<string> {
  for (const file of listBuildFiles()) {
    cpSync(file, join(folder, file), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const env = { ...process.env, TARGETARCH: architectures[process.arch] };
  const [build = []] = readStages();
  for (const { name, rest } of build) {
    if (name !== 'RUN') continue;
    const { exitCode, output, errors } = await runShell(rest, buildPrograms, { cwd: folder, env });
    if (exitCode !== 0) throw new Error(`the Dockerfile says ${rest}: ${output}${errors}`);
  }
  return join(folder, `dist/brisk-linux-${process.arch}`);
}
