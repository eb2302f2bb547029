import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { measureApiReferences } from './api-references.ts';
import { countRightCharsets } from './right-charsets.ts';

/** The libraries of decision 20 that Brisk does not use, and some that it does. */
const packages = [
  '@scalar/api-reference@1.72.1',
  'rapidoc@9.3.8',
  'swagger-ui-dist@5.35.0',
  'chardet@2.2.0',
  'jschardet@4.1.0',
  'temporal-polyfill@1.0.8',
  'eventsource-parser@3.1.1',
];
const bundled = ['temporal-polyfill/global', 'eventsource-parser/stream'];

/** Installs the libraries of decision 20 in a temporary folder and measures them. */
export async function measureLibraries(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'brisk-libraries-'));
  try {
    await Bun.write(join(folder, 'package.json'), '{ "private": true }');
    const install = ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages];
    const { exited } = Bun.spawn(install, { cwd: folder, stdout: 'ignore' });
    if ((await exited) !== 0) throw new Error('npm could not install the libraries');
    return {
      api_references: await measureApiReferences(folder),
      right_charsets: await countRightCharsets(folder),
      bundles_kib: Object.fromEntries(
        await Promise.all(bundled.map(async (name) => [name, await measureBundle(folder, name)])),
      ),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** KiB of a minified bundle after gzip -9. */
async function measureBundle(folder: string, name: string): Promise<number> {
  const entry = join(folder, `${name.replaceAll('/', '-')}.ts`);
  const output = `${entry}.js`;
  await Bun.write(entry, `import * as library from '${name}'; globalThis.library = library;`);
  const build = ['build', entry, '--minify', '--target=browser', `--outfile=${output}`];
  const { exited } = Bun.spawn([process.execPath, ...build], { stdout: 'ignore' });
  if ((await exited) !== 0) throw new Error(`${name} could not be bundled`);
  return Math.round((gzipSync(readFileSync(output), { level: 9 }).length / 1024) * 10) / 10;
}
