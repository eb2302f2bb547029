import { statSync } from 'node:fs';
import { buildWebIfStale } from './web.ts';

/** Builds `dist/brisk`: one executable with the runtime, the server and the web page inside. */
await buildWebIfStale();
const outfile = 'dist/brisk';
const result = await Bun.build({
  entrypoints: ['server/main.ts'],
  target: 'bun',
  format: 'esm',
  minify: true,
  bytecode: true,
  sourcemap: 'linked',
  compile: { outfile, assets: ['build/web'], autoloadDotenv: false, autoloadBunfig: false },
});
for (const message of result.logs) console.error(message);
if (!result.success) process.exit(1);
console.error(`${outfile}: ${(statSync(outfile).size / 1e6).toFixed(1)} MB`);
