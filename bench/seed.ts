import { openSqlite } from '../server/engine/sqlite/sqlite.ts';
import { SearchIndex } from '../server/search/search-index.ts';
import { seedLinks } from '../tests/support/statistics/seed.ts';

/** Makes a site with the links s0, s1 and so on, and a complete search index. */
export async function seedNumbered(dataDir: string, links: number): Promise<void> {
  const engine = await openSqlite(dataDir);
  const rows = Array.from({ length: links }, (_, number) => ({
    short_url: `s${number}`,
    long_url: 'https://example.com/landing',
  }));
  await seedLinks(engine, rows);
  await new SearchIndex(engine).update();
  await engine.close();
}

export function linkUrls(site: string, links: number, first = 0): string[] {
  return Array.from({ length: links }, (_, number) => `${site}/s${first + number}`);
}
