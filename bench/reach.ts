import { openSqlite } from '../server/engine/sqlite/sqlite.ts';
import { indexLinks } from '../server/search/search-index.ts';
import { createTempDir, median, pinToCore, round } from './measure.ts';
import { seedSearchable } from './seed.ts';
import { type BenchSite, openBenchSite } from './site.ts';

const LINKS = Number(process.env['LINKS'] ?? 1_000_000);
/** Every tenth link belongs to the author, the first account after the owner. */
const OWNED_EVERY = 10;
const AUTHOR = 2;
const CALLS = 20;
const WARM_UP = 5;

/** Lists and searches by an author with a tenth of the links, beside those by the owner. */
export async function measureReach(): Promise<object> {
  const dataDir = createTempDir();
  const engine = await openSqlite(dataDir);
  await seedSearchable(engine, LINKS);
  const owned = engine.db.updateTable('link').set({ owner_id: AUTHOR });
  await owned.where((of) => of(of('id', '%', OWNED_EVERY), '=', 0)).execute();
  await indexLinks(engine);
  await engine.close();
  await using site = await openBenchSite(dataDir);
  pinToCore(process.pid, 1);
  const tokens = { owner: site.token, author: await addAuthor(site) };
  const rows: [string, object][] = [];
  for (const [name, calls] of Object.entries(pages)) {
    const times = { owner: [] as number[], author: [] as number[] };
    for (let turn = 0; turn < WARM_UP + CALLS; turn += 1) {
      for (const caller of ['owner', 'author'] as const) {
        const ms = await time(`${site.url}/api/urls?limit=10&${calls[caller]}`, tokens[caller]);
        if (turn >= WARM_UP) times[caller].push(ms);
      }
    }
    const [owner, author] = [median(times.owner), median(times.author)];
    rows.push([name, { owner, author, ratio: round(author / owner) }]);
  }
  return { links: LINKS, owned: LINKS / OWNED_EVERY, ms: Object.fromEntries(rows) };
}

const both = (query: string) => ({ owner: query, author: query });
/** A page in the middle or at the end of what its caller sees. */
const page = (share: number) => ({
  owner: `page=${Math.floor((LINKS / 10) * share)}`,
  author: `page=${Math.floor((LINKS / OWNED_EVERY / 10) * share)}`,
});
const pages = {
  first_page: both('page=1'),
  middle_page: page(0.5),
  last_page: page(1),
  by_clicks: both('sort=clicks'),
  by_title: both('sort=title'),
  live: both('state=live'),
  search: both('q=summer'),
};

async function read<Data>(response: Promise<Response>): Promise<Data> {
  return ((await (await response).json()) as { data: Data }).data;
}

async function addAuthor(site: BenchSite): Promise<string> {
  const service = { username: 'author', role: 'author' };
  await site.call('POST', '/api/accounts/add_service', service);
  const fields = { name: 'bench', scopes: ['links:read'], account: AUTHOR };
  return (await read<{ token: string }>(site.call('POST', '/api/tokens/create', fields))).token;
}

async function time(url: string, token: string): Promise<number> {
  const begun = performance.now();
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url}: HTTP ${response.status}`);
  return performance.now() - begun;
}
