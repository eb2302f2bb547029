import { statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { BunPlugin } from 'bun';
import { findOwnTarget, prepareTarget } from './build-targets.ts';
import { buildWebIfStale } from './web.ts';

/*
 * Builds `dist/brisk`, one executable with runtime, server, DuckDB and web page. With `--target
 * linux-arm64` it builds `dist/brisk-linux-arm64`.
 */

/** DuckDB's package looks for its library on the disk; the executable provides its own. */
const packedBinding: BunPlugin = {
  name: 'packed-binding',
  setup(build) {
    const module = resolve('server/stats/warehouse/native-binding.ts');
    build.onLoad({ filter: /@duckdb[\\/]node-bindings[\\/]duckdb\.js$/ }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(relative(dirname(path), module))}).takeBinding();`,
      loader: 'js',
    }));
  },
};

const { values } = parseArgs({ options: { target: { type: 'string' } } });
const ownTarget = findOwnTarget();
const name = values.target ?? ownTarget;
const outfile = values.target === undefined ? 'dist/brisk' : `dist/brisk-${name}`;
try {
  const { packedDuckDb, target, executablePath } = await prepareTarget(name);
  await buildWebIfStale();
  const result = await Bun.build({
    entrypoints: ['server/main.ts'],
    target: 'bun',
    format: 'esm',
    minify: true,
    bytecode: true,
    sourcemap: 'linked',
    plugins: [packedBinding],
    // Bun would write the folder of the build for each CommonJS module: builds must be equal.
    define: { __dirname: '"/"' },
    compile: {
      outfile,
      target,
      executablePath,
      assets: ['build/web', packedDuckDb],
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
  });
  for (const message of result.logs) console.error(message);
  const file = name.startsWith('windows') ? `${outfile}.exe` : outfile;
  console.error(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
