import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, Write } from '../../engine/engine.ts';
import type { AgentRules } from '../classify/agents/agent.ts';
import { agentClasses, PERSON, SCAN } from '../classify/classes.ts';
import { loggedTables, tableDimensions } from '../dimension-tables.ts';
import type { LinkCounts } from '../ingest/count-by-link.ts';
import { quote, type Connection } from '../warehouse/connection.ts';
import { firstClicks, ROW_ORDER } from '../warehouse/first-clicks.ts';
import {
  replaceDay,
  selectBodies,
  type Batch,
  type BatchState,
  type NewBatch,
} from './click-batches.store.ts';
import { nameFile } from './name-file.ts';
import { readBatches } from './read-batches.ts';

/** Row groups per batch, of 122,880 rows each. */
const ROW_GROUPS_MAX = 8;
const AGENTS_AT_ONCE = 1000;

/** Columns that a reduced day drops. */
const forgotten: ReadonlySet<string> = new Set(['agent', 'page', 'city']);

interface RewriteOptions {
  readonly engine: Engine;
  readonly db: Connection;
  /** The folder for DuckDB's files. */
  readonly folder: string;
  readonly rules: AgentRules;
  readonly changeCounts: ChangeCounts;
}

export type ChangeCounts = (tx: Write, counts: LinkCounts) => Promise<void>;

/**
 * Rewrites a day's batches: one in order of arrival (open), sorted by link without hashes (sealed),
 * or with equal clicks in one row (reduced). It applies the present agent rules, also to the counts
 * of links. False, without a change, when the log changed meanwhile.
 */
export async function rewriteDay(
  options: RewriteOptions,
  batches: readonly Batch[],
  state: BatchState,
): Promise<boolean> {
  const { engine, db, folder, rules, changeCounts } = options;
  const { day } = batches[0]!;
  const read = join(folder, 'read');
  const written = join(folder, 'written');
  for (const path of [read, written]) {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path, { recursive: true });
  }
  try {
    const files = await writeBodies(engine, batches, read);
    if (files === null) return false;
    await createRows(
      db,
      files,
      batches.some((batch) => batch.rules !== rules.version),
      rules,
    );
    const changed = await findChangedCounts(db);
    await db.run(
      `copy (${selectRows(state)}) to ${quote(written)} (
        format parquet, compression zstd, row_group_size 122880, row_groups_per_file ${ROW_GROUPS_MAX},
        overwrite true)`,
    );
    const next = readdirSync(written)
      .toSorted()
      .map((name): NewBatch => ({
        day,
        state,
        rules: rules.version,
        body: readFileSync(join(written, name)),
      }));
    return await engine.write(async (tx) => {
      if (!(await replaceDay(engine, tx, batches, next))) return false;
      await changeCounts(tx, changed);
      return true;
    });
  } finally {
    for (const path of [read, written]) rmSync(path, { recursive: true, force: true });
    await db.run('drop table if exists batch_row').catch(() => undefined);
  }
}

/** Null: a batch is gone. */
async function writeBodies(
  engine: Engine,
  batches: readonly Batch[],
  folder: string,
): Promise<string[] | null> {
  const files: string[] = [];
  for (const [at, { id }] of batches.entries()) {
    const body = (await selectBodies(engine, [id])).get(id);
    if (body === undefined) return null;
    const file = join(folder, nameFile(at, id));
    writeFileSync(file, body);
    files.push(file);
  }
  return files;
}

/** Creates the table `batch_row`: the rows with their new classes. */
async function createRows(
  db: Connection,
  files: readonly string[],
  areRulesNew: boolean,
  rules: AgentRules,
): Promise<void> {
  const batch = readBatches(files);
  await db.run(...firstClicks(batch));
  await db.run(
    `create or replace temp table agent_rule (
      agent varchar, class integer, ${tableDimensions.agent.map((name) => `${name} varchar`).join(', ')})`,
  );
  if (areRulesNew) await classifyAgents(db, batch, rules);
  const own = [
    'time',
    'link_id',
    'clicks',
    'visitor',
    'is_scan',
    'is_paid',
    'agent',
    ...otherDimensions,
  ];
  await db.run(
    `create or replace temp table batch_row as
      select batch.row_order, ${own.map((name) => `batch.${name}`).join(', ')},
        batch.class as former_class,
        case when agent_rule.class is null then batch.class
          when agent_rule.class = ${PERSON} and is_scan then ${SCAN}
          else agent_rule.class end as class,
        ${tableDimensions.agent.map((name) => `coalesce(agent_rule.${name}, batch.${name}) as ${name}`).join(', ')},
        coalesce(site_visitors, 0) + (of_site.row_order is not null)::integer as site_visitors,
        coalesce(link_visitors, 0) + (of_link.row_order is not null)::integer as link_visitors
      from (select *, ${ROW_ORDER} as row_order from ${batch}) as batch
      left join agent_rule using (agent)
      left join first_click as of_site on of_site.row_order = batch.row_order and of_site.link_id = 0
      left join first_click as of_link on of_link.row_order = batch.row_order and of_link.link_id > 0`,
  );
}

const otherDimensions = loggedTables
  .filter((table) => table !== 'agent')
  .flatMap((table): readonly string[] => tableDimensions[table]);

async function classifyAgents(db: Connection, batch: string, rules: AgentRules): Promise<void> {
  const agents = await db.all<{ agent: string }>(
    `select distinct agent from ${batch} where agent <> ''`,
  );
  for (let from = 0; from < agents.length; from += AGENTS_AT_ONCE) {
    const rows = agents.slice(from, from + AGENTS_AT_ONCE).map(({ agent }) => {
      const { class: own, browser, system, device } = rules.read(agent);
      return `(${quote(agent)}, ${agentClasses[own]}, ${[browser, system, device].map(quote).join(', ')})`;
    });
    await db.run(`insert into agent_rule values ${rows.join(', ')}`);
  }
}

function isHuman(column: string): string {
  return `(${column} in (${PERSON}, ${SCAN}))`;
}

/** The change of non-human clicks by link. */
async function findChangedCounts(db: Connection): Promise<LinkCounts> {
  const rows = await db.all<{ linkId: number; changed: number }>(
    `select link_id::double as "linkId",
        sum(clicks * (${isHuman('former_class')}::integer - ${isHuman('class')}::integer))::double as changed
      from batch_row where ${isHuman('former_class')} <> ${isHuman('class')}
      group by link_id having changed <> 0 order by link_id`,
  );
  return {
    linkIds: Float64Array.from(rows, ({ linkId }) => linkId),
    clicks: new Float64Array(rows.length),
    nonHuman: Float64Array.from(rows, ({ changed }) => changed),
  };
}

function selectRows(state: BatchState): string {
  const texts = ['agent', ...tableDimensions.agent, ...otherDimensions];
  if (state === 'open') {
    return `select time, link_id, class, clicks, visitor,
        case when visitor is null then site_visitors end as site_visitors,
        case when visitor is null then link_visitors end as link_visitors, is_scan, is_paid, ${texts.join(', ')}
      from batch_row order by row_order`;
  }
  if (state === 'sealed') {
    return `select time, link_id, class, clicks, null::bigint as visitor, site_visitors, link_visitors,
        is_scan, is_paid, ${texts.join(', ')}
      from batch_row order by link_id, time`;
  }
  const kept = texts.filter((name) => !forgotten.has(name));
  const columns = texts.map((name) => (forgotten.has(name) ? `'' as ${name}` : name));
  return `select time, link_id, class, sum(clicks)::integer as clicks, null::bigint as visitor,
      sum(site_visitors)::integer as site_visitors, sum(link_visitors)::integer as link_visitors,
      is_scan, is_paid, ${columns.join(', ')}
    from batch_row group by time, link_id, class, is_scan, is_paid, ${kept.join(', ')}
    order by link_id, time`;
}
