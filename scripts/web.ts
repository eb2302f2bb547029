import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { drawIcons } from './icons.ts';

const OUTPUT = 'build/web';
/** Vite builds here; the complete build then replaces `OUTPUT`. */
const DRAFT = 'build/web.draft';
const MANIFEST = join(OUTPUT, 'manifest.json');
const SOURCES = [
  'web/**/*',
  'contracts/**/*.ts',
  'scripts/{web,icons,tabler-icons}.ts',
  'package-lock.json',
];
const COMPRESSED = /\.(js|css|svg|txt)$/;

/** Builds the web page into `build/web` if a source is newer. */
export async function buildWebIfStale(): Promise<void> {
  if (!isStale()) return;
  process.stderr.write('Building the web page...\n');
  const vite = Bun.spawn(
    [process.execPath, 'node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts'],
    { stdout: 'pipe', stderr: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
  );
  const output = await new Response(vite.stdout).text();
  if ((await vite.exited) !== 0) throw new Error(`the web page cannot be built:\n${output}`);
  drawIcons(DRAFT);
  await compress();
  rmSync(OUTPUT, { recursive: true, force: true });
  renameSync(DRAFT, OUTPUT);
}

function isStale(): boolean {
  if (!existsSync(MANIFEST)) return true;
  const built = statSync(MANIFEST).mtimeMs;
  return globSync(SOURCES).some((file) => statSync(file).mtimeMs > built);
}

/** Adds `x.br` and `x.gz` to each text file, so the server need not compress. */
async function compress(): Promise<void> {
  const names = readdirSync(DRAFT, { recursive: true }).map(String);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const files = names.filter((name) => COMPRESSED.test(name)).map((name) => join(DRAFT, name));
  await Promise.all(
    files.map(async (file) => {
      const plain = readFileSync(file);
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(plain, { params }));
      writeFileSync(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }));
    }),
  );
}
