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
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { drawIcons } from './icons.ts';

const OUTPUT = 'build/web';
/** Vite builds here; the complete build then replaces `OUTPUT`. */
const DRAFT = 'build/web.draft';
const MANIFEST = join(OUTPUT, 'manifest.json');
const SOURCES = ['web/**/*', 'contracts/**/*.ts', 'scripts/{web,icons}.ts', 'package-lock.json'];
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
  compress();
  rmSync(OUTPUT, { recursive: true, force: true });
  renameSync(DRAFT, OUTPUT);
}

function isStale(): boolean {
  if (!existsSync(MANIFEST)) return true;
  const built = statSync(MANIFEST).mtimeMs;
  return globSync(SOURCES).some((file) => statSync(file).mtimeMs > built);
}

/** Adds `x.br` and `x.gz` to each text file, so the server need not compress. */
function compress(): void {
  for (const name of readdirSync(DRAFT, { recursive: true }).map(String)) {
    if (!COMPRESSED.test(name)) continue;
    const file = join(DRAFT, name);
    const plain = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    writeFileSync(`${file}.br`, brotliCompressSync(plain, { params }));
    writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }));
  }
}
