import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { buildWebIfStale } from '../scripts/web.ts';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** What a page loads before it can be used: its sources, by their names in the manifest. */
const pages: Readonly<Record<string, readonly string[]>> = {
  '/': ['main.tsx', 'locales/en.ts', 'home/home.page.tsx'],
  '/admin/list': ['main.tsx', 'locales/en.ts', 'shell.tsx', 'links/links.page.tsx'],
};

/** KiB of JavaScript, after gzip -9, that each page loads. */
export async function measurePageSizes(): Promise<Record<string, number>> {
  await buildWebIfStale();
  const manifest = JSON.parse(readFileSync('build/web/manifest.json', 'utf8')) as Readonly<
    Record<string, Chunk>
  >;
  const measured = Object.entries(pages).map(([page, names]) => {
    const files = new Set<string>();
    const visit = (name: string): void => {
      const chunk = manifest[name];
      if (chunk === undefined) throw new Error(`the web page was built without ${name}`);
      if (files.has(chunk.file)) return;
      files.add(chunk.file);
      for (const imported of chunk.imports ?? []) visit(imported);
    };
    for (const name of names) visit(name);
    const sizes = [...files].map((file) =>
      gzipSync(readFileSync(`build/web/${file}`), { level: 9 }),
    );
    const bytes = sizes.reduce((sum, { length }) => sum + length, 0);
    return [page, Math.round((bytes / 1024) * 10) / 10] as const;
  });
  return Object.fromEntries(measured);
}
