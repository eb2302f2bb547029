import { Database } from 'bun:sqlite';
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Job } from '../contracts/import-jobs.ts';
import { DATABASE_FILE } from '../server/engine/files/data-directory.ts';
import { SEGMENT_SIZE } from '../server/search/segment.ts';
import { createTempDir, readTreeMemory, round } from './measure.ts';
import { openBenchSite, type BenchSite } from './site.ts';
import { measureWaits, openVisitedSite, startVisits, type Waits } from './visitors.ts';

/** `IMPORT_ROWS=100000` makes it a shorter one. */
const ROWS = Number(process.env['IMPORT_ROWS'] ?? 1_000_000);
const POLL_MS = 50;

/** The time and memory of an import by job, and how long visitors wait beside it. */
export async function measureImportJob(): Promise<object> {
  const folder = createTempDir();
  const results: Record<string, unknown> = { rows: ROWS };
  try {
    for (const [format, write] of Object.entries(formats)) {
      const path = join(folder, `links.${format}`);
      await pipeline(Readable.from(write()), createWriteStream(path));
      await using site = await openBenchSite(createTempDir(), { onOneCore: false });
      results[format] = await importFile(site, path);
    }
    results['beside_visitors'] = await importAmongVisitors(join(folder, 'links.csv'));
  } finally {
    rmSync(folder, { recursive: true });
  }
  return results;
}

async function importAmongVisitors(path: string): Promise<object> {
  await using site = await openVisitedSite();
  using visitors = await startVisits(site);
  const idle = await measureWaits(visitors);
  const waits: Waits[] = [];
  const report = await importFile(site, path, async () => void waits.push(await visitors.read()));
  const [during, indexing] = waits as [Waits, Waits];
  return {
    ...report,
    redirect_idle_ms: idle,
    redirect_during_ms: during,
    p99_to_idle: round(during.p99 / idle.p99),
    redirect_index_ms: indexing,
    p99_index_to_idle: round(indexing.p99 / idle.p99),
  };
}

/** Calls `onPhase` after the import, and after the index. */
async function importFile(
  site: BenchSite,
  path: string,
  onPhase: () => Promise<void> = () => Promise.resolve(),
): Promise<object> {
  const before = readTreeMemory(site.pid);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, readTreeMemory(site.pid))), 250);
  const body = new FormData();
  body.append('file', Bun.file(path));
  const uploaded = await secondsOf(async () => {
    const response = await site.send('/api/imports/upload', { method: 'POST', body });
    return ((await response.json()) as { data: Job }).data;
  });
  const { id } = uploaded.result;
  const checked = await secondsOf(() => waitFor(site, id, 'ready'));
  await site.call('POST', '/api/imports/start', { id });
  const run = await secondsOf(() => waitFor(site, id, 'done'));
  const { counts } = run.result;
  await onPhase();
  const mostOfJob = most;
  most = 0;
  const indexed = await secondsOf(() => waitForIndex(site.dataDir));
  await onPhase();
  clearInterval(watch);
  if (counts.new !== ROWS) throw new Error(`imported ${JSON.stringify(counts)}`);
  return {
    file_mib: round(Bun.file(path).size / 2 ** 20),
    upload_seconds: uploaded.seconds,
    check_seconds: checked.seconds,
    run_seconds: run.seconds,
    memory_before_mib: round(before),
    memory_growth_mib: round(mostOfJob - before),
    index_seconds: indexed.seconds,
    index_growth_mib: round(most - before),
  };
}

async function secondsOf<Result>(work: () => Promise<Result>) {
  const begun = performance.now();
  const result = await work();
  return { result, seconds: round((performance.now() - begun) / 1000) };
}

async function waitFor(site: BenchSite, id: number, state: Job['state']): Promise<Job> {
  for (;;) {
    const response = await site.call('GET', `/api/imports?id=${id}`);
    const { data } = (await response.json()) as { data: Job };
    if (data.state === state) return data;
    if (data.error !== null) throw new Error(JSON.stringify(data));
    await Bun.sleep(POLL_MS);
  }
}

const PIECE_ROWS = 1000;

/** The search index follows when the import has ended. */
async function waitForIndex(dataDir: string): Promise<void> {
  using database = new Database(join(dataDir, DATABASE_FILE), { readonly: true });
  const missing = database.query<{ links: number }, []>(`
    select max(id) - coalesce((select (max(segment) + 1) * ${SEGMENT_SIZE}
      from search_build where state = 'ready'), 0) as links from link`);
  while (missing.get()!.links >= SEGMENT_SIZE) await Bun.sleep(POLL_MS);
}

/** Pieces of a file. */
function* writePieces(begin: string, end: string, row: (number: number) => string) {
  yield begin;
  for (let from = 0; from < ROWS; from += PIECE_ROWS) {
    let piece = '';
    for (let at = from; at < Math.min(ROWS, from + PIECE_ROWS); at += 1) piece += row(at);
    yield piece;
  }
  yield end;
}

function nameCode(number: number): string {
  return `${((number * 7919) % ROWS).toString(36)}-X`;
}

const formats = {
  csv: () =>
    writePieces(
      'Short code,Long URL,Title,Tags,Clicks,Created at\r\n',
      '',
      (at) =>
        `${nameCode(at)},https://e${at % 500}.example/page/${at}?from=list,"Page ${at}, the title",shop|t${at % 50},${at % 10},2024-05-06 07:08:09\r\n`,
    ),
  json: () =>
    writePieces(
      '[{"type":"table","name":"yourls_url","data":[\n',
      ']}]',
      (at) =>
        `${at === 0 ? '' : ',\n'}${JSON.stringify({
          keyword: nameCode(at),
          url: `https://e${at % 500}.example/page/${at}?from=list`,
          title: `Page ${at}, the title`,
          timestamp: '2024-05-06 07:08:09',
          ip: '198.51.100.7',
          clicks: String(at % 10),
        })}`,
    ),
};
