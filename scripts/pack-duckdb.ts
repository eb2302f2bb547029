import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { readVersion } from './locked-packages.ts';
import type { Manifest } from '../server/stats/warehouse/packed-binding.ts';
import { hashFile, type PackedFile } from '../server/stats/warehouse/unpack.ts';

const MAIN = 'duckdb.node';
/** Level 19 takes eight times as long and saves 5 %. */
const LEVEL = 12;

/** Packs DuckDB's libraries into a folder, if it does not exist; returns the folder. */
export function packDuckDb(source: string, target: string): string {
  const key = `duckdb-${readVersion(source)}-${target}`;
  const folder = join('build', key, 'duckdb');
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const names = readdirSync(source).filter((name) => /\.(?:node|so|dylib|dll)$/.test(name));
  const files = names.map((name): PackedFile => {
    const path = join(source, name);
    const packed = Bun.zstdCompressSync(readFileSync(path), { level: LEVEL });
    writeFileSync(join(draft, `${name}.zst`), packed);
    return { name, size: statSync(path).size, hash: hashFile(path) };
  });
  const manifest: Manifest = { key, main: MAIN, files };
  writeFileSync(join(draft, 'manifest.json'), JSON.stringify(manifest));
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  return folder;
}
