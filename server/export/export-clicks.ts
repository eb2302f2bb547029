import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { clickClasses } from '../../contracts/stats/stats.constants.ts';
import { syncToDisk } from '../engine/files/data-directory.ts';
import type { Engine } from '../engine/engine.ts';
import { nameUnfinished } from '../engine/files/unfinished-file.ts';
import { loggedTables, tableDimensions } from '../stats/dimension-tables.ts';
import {
  firstClicks,
  JOIN_FIRST_CLICKS,
  readBatches,
  ROW_ORDER,
  VISITOR_COUNTS,
  writeBodies,
} from '../stats/warehouse/read-batches.ts';
import { selectBatches, selectDayBatches } from '../stats/ingest/click-batches.store.ts';
import { quote, type Connection } from '../stats/warehouse/connection.ts';
import { readOrigins, withOrigin } from '../stats/warehouse/origins.ts';
import { IN_MEMORY, openDatabase } from '../stats/warehouse/duckdb.ts';
import { selectCodes } from './export.store.ts';

const numberColumns = ['time', 'link_id', 'class', 'clicks'];
const textColumns = [
  'agent',
  ...loggedTables.flatMap((table): readonly string[] => tableDimensions[table]),
];
const columns = [
  ...numberColumns,
  'site_visitors',
  'link_visitors',
  'is_paid',
  ...textColumns,
].join(', ');

/**
 * Writes all counted clicks into a Parquet file that only its owner can read. The file appears when
 * it is complete. Throws `DuckDbUnavailable`.
 */
export async function exportClicks(engine: Engine, dataDir: string, path: string): Promise<void> {
  const folder = nameUnfinished(path);
  try {
    mkdirSync(folder, { mode: 0o700 });
    const { db, close } = await openDatabase(dataDir, IN_MEMORY, join(folder, 'memory'));
    try {
      await loadLinks(engine, db, folder);
      await writeClicks(db, await loadOpenDays(engine, db, folder), join(folder, 'clicks'));
    } finally {
      close();
    }
    chmodSync(join(folder, 'clicks'), 0o600);
    syncToDisk(join(folder, 'clicks'));
    renameSync(join(folder, 'clicks'), path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function loadLinks(engine: Engine, db: Connection, folder: string): Promise<void> {
  await db.run('create temp table link (id bigint, short_url varchar)');
  let page = 0;
  for await (const links of selectCodes(engine)) {
    const file = join(folder, `links-${(page += 1)}.parquet`);
    const columnData = [
      { name: 'id', data: links.map(({ id }) => BigInt(id)), type: 'INT64' as const },
      { name: 'short_url', data: links.map((link) => link.short_url), type: 'STRING' as const },
    ];
    writeFileSync(file, new Uint8Array(parquetWriteBuffer({ columnData })));
    await db.run(`insert into link from read_parquet(${quote(file)})`);
    rmSync(file);
  }
}

/**
 * Returns files with the clicks of sealed days. Clicks of open days go into the table `open_click`,
 * because files must not keep the hashes of visitors.
 */
async function loadOpenDays(engine: Engine, db: Connection, folder: string): Promise<string[]> {
  const integers = [...numberColumns, 'site_visitors', 'link_visitors'].map(
    (name) => `${name} bigint`,
  );
  const varchars = textColumns.map((name) => `${name} varchar`);
  await db.run(
    `create temp table open_click (${[...integers, 'is_paid boolean', ...varchars].join(', ')})`,
  );
  const sealed: string[] = [];
  for (const day of new Set((await selectBatches(engine.db)).map((batch) => batch.day))) {
    const { files, isOpen } = await writeDay(engine, day, folder);
    if (isOpen) {
      await db.run(...addOpenDay(readBatches(files)));
      for (const file of files) rmSync(file);
    } else sealed.push(...files);
  }
  return sealed;
}

/** Writes the batches of a day in one consistent state: another process may rewrite the day. */
async function writeDay(engine: Engine, day: number, folder: string) {
  for (;;) {
    const batches = await selectDayBatches(engine.db, day);
    const files = await writeBodies(engine, batches, folder);
    if (files !== null) return { files, isOpen: batches.some(({ state }) => state === 'open') };
  }
}

const openColumns = [...numberColumns, 'is_paid', ...textColumns]
  .map((name) => `batch.${name}`)
  .join(', ');

function addOpenDay(batch: string): string[] {
  return [
    ...firstClicks(batch),
    `insert into open_click by name
      select ${openColumns}, ${VISITOR_COUNTS}
      from (select *, ${ROW_ORDER} as row_order from ${batch}) as batch ${JOIN_FIRST_CLICKS}`,
  ];
}

async function writeClicks(db: Connection, files: readonly string[], target: string) {
  const classes = clickClasses.map((name, at) => `when ${at} then ${quote(name)}`);
  const named = [...textColumns, ...tableDimensions.origin].map(
    (name) => `nullif(${name}, '') as ${name === 'agent' ? 'user_agent' : name}`,
  );
  const clicks = [
    ...(files.length === 0 ? [] : [`select ${columns} from ${readBatches(files)}`]),
    `select ${columns} from open_click`,
  ];
  const rows = `(${clicks.join(' union all ')})`;
  await readOrigins(db, rows);
  await db.run(
    `copy (
      select make_timestamp(time * 1000000) as time, link_id, short_url,
        case class ${classes.join(' ')} end as class, clicks::integer as clicks,
        site_visitors::integer as site_visitors, link_visitors::integer as link_visitors,
        ${named.join(', ')}
      from ${withOrigin(rows)} left join link on id = link_id
    ) to ${quote(target)} (format parquet, compression zstd)`,
  );
}
