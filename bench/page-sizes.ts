import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { buildWebIfStale } from '../scripts/web.ts';
import { collectAssets, type Manifest } from '../server/site/page-shell.ts';

/** What a page loads before it is usable, as source names of the manifest. */
const pages: Readonly<Record<string, readonly string[]>> = {
  '/': ['main.tsx', 'locales/en.ts', 'home/home.page.tsx'],
  '/admin/list': [
    'main.tsx',
    'locales/en.ts',
    'locales/admin-en.ts',
    'frame/shell.tsx',
    'admin/named-page.tsx',
    'links/links.page.tsx',
  ],
  '/docs': ['main.tsx', 'locales/en.ts', 'docs/locales/en.ts', 'docs/docs.page.tsx'],
};

/** KiB of JavaScript of each page after gzip -9. */
export async function measurePageSizes(): Promise<Record<string, number>> {
  await buildWebIfStale();
  const manifest = JSON.parse(readFileSync('build/web/manifest.json', 'utf8')) as Manifest;
  const measured = Object.entries(pages).map(([page, names]) => {
    const { scripts } = collectAssets(manifest, names);
    const sizes = scripts.map((file) => gzipSync(readFileSync(`build/web/${file}`), { level: 9 }));
    const bytes = sizes.reduce((sum, { length }) => sum + length, 0);
    return [page, Math.round((bytes / 1024) * 10) / 10] as const;
  });
  return Object.fromEntries(measured);
}
