import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, Write } from '../../engine/engine.ts';
import type { AgentRules } from '../classify/agents/agent.ts';
import { agentClasses, PERSON, SCAN } from '../classify/classes.ts';
import { forgottenDimensions, loggedTables, tableDimensions } from '../dimension-tables.ts';
import type { LinkCounts } from '../ingest/visits.ts';
import { quote, type Connection } from '../warehouse/connection.ts';
import {
  firstClicks,
  JOIN_FIRST_CLICKS,
  readBatches,
  ROW_ORDER,
  VISITOR_COUNTS,
  writeBodies,
} from '../warehouse/read-batches.ts';
import { forgetLastClicks } from '../ingest/last-clicks.store.ts';
import {
  replaceDay,
  type Batch,
  type BatchState,
  type NewBatch,
} from '../ingest/click-batches.store.ts';

/** Row groups per batch, of 122,880 rows each. */
const ROW_GROUPS_MAX = 8;
const AGENTS_AT_ONCE = 1000;

const forgotten: ReadonlySet<string> = new Set(['agent', ...forgottenDimensions]);

interface RewriteOptions {
  readonly engine: Engine;
  readonly db: Connection;
  readonly folder: string;
  readonly rules: AgentRules;
  readonly changeCounts: ChangeCounts;
}

/** `node` is that of the batches whose clicks have another class now. */
export type ChangeCounts = (tx: Write, counts: LinkCounts, node?: string) => Promise<void>;

/**
 * Rewrites a day's batches of one node: one in order of arrival (open), sorted by link without hashes
 * (sealed), or with equal clicks in one row (reduced). It applies the present agent rules, also to
 * the counts of links. False, without a change, when the log changed meanwhile.
 */
export async function rewriteDay(
  { engine, db, folder, rules, changeCounts }: RewriteOptions,
  batches: readonly Batch[],
  state: BatchState,
): Promise<boolean> {
  const read = join(folder, 'read');
  const written = join(folder, 'written');
  const removeFolders = (): void => {
    for (const path of [read, written]) rmSync(path, { recursive: true, force: true });
  };
  removeFolders();
  mkdirSync(read, { recursive: true });
  mkdirSync(written, { recursive: true });
  try {
    const files = await writeBodies(engine, batches, read);
    if (files === null) return false;
    const batch = readBatches(files);
    const areRulesNew = batches.some((former) => former.rules !== rules.version);
    await createAgentRules(db, areRulesNew ? await readAgents(db, batch) : [], rules);
    await createRows(db, batch);
    const { counts, losing } = await findChangedCounts(db);
    await db.run(
      `copy (${selectRows(state)}) to ${quote(written)} (
        format parquet, compression zstd, row_group_size 122880, row_groups_per_file ${ROW_GROUPS_MAX},
        overwrite true)`,
    );
    const { day, node } = batches[0]!;
    const next = readdirSync(written)
      .toSorted()
      .map((name) => readFileSync(join(written, name)))
      .map((body): NewBatch => ({ day, state, rules: rules.version, body }));
    return await engine.write(async (tx) => {
      if (!(await replaceDay(engine, tx, batches, next))) return false;
      await changeCounts(tx, counts, node);
      if (counts.linkIds.length > 0) await forgetLastClicks(engine, tx, losing, day);
      return true;
    });
  } finally {
    removeFolders();
    await db.run('drop table if exists batch_row').catch(() => undefined);
  }
}

async function readAgents(db: Connection, batch: string): Promise<string[]> {
  const rows = await db.all<{ agent: string }>(
    `select distinct agent from ${batch} where agent <> ''`,
  );
  return rows.map(({ agent }) => agent);
}

/** Creates the table `agent_rule`: what the rules say about user agents. */
async function createAgentRules(
  db: Connection,
  agents: readonly string[],
  rules: AgentRules,
): Promise<void> {
  const columns = tableDimensions.agent.map((name) => `${name} varchar`).join(', ');
  await db.run(
    `create or replace temp table agent_rule (agent varchar, class integer, ${columns})`,
  );
  for (let from = 0; from < agents.length; from += AGENTS_AT_ONCE) {
    const rows = agents.slice(from, from + AGENTS_AT_ONCE).map((agent) => {
      const { class: agentClass, browser, system, device } = rules.read(agent);
      const values = [browser, system, device].map(quote).join(', ');
      return `(${quote(agent)}, ${agentClasses[agentClass]}, ${values})`;
    });
    await db.run(`insert into agent_rule values ${rows.join(', ')}`);
  }
}

const agentColumns: readonly string[] = tableDimensions.agent;
const otherColumns = loggedTables
  .filter((table) => table !== 'agent')
  .flatMap((table): readonly string[] => tableDimensions[table]);

/** Creates the table `batch_row`: the rows with the classes and names that `agent_rule` gives. */
async function createRows(db: Connection, batch: string): Promise<void> {
  const kept = ['time', 'link_id', 'clicks', 'visitor', 'is_scan', 'is_paid', 'agent'];
  const columns = [...kept, ...otherColumns].map((name) => `batch.${name}`);
  const named = agentColumns.map(
    (name) => `coalesce(agent_rule.${name}, batch.${name}) as ${name}`,
  );
  await db.run(
    ...firstClicks(batch),
    `create or replace temp table batch_row as
      select batch.row_order, ${columns.join(', ')}, ${named.join(', ')},
        batch.class as former_class,
        case when agent_rule.class is null then batch.class
          when agent_rule.class = ${PERSON} and is_scan then ${SCAN}
          else agent_rule.class end as class,
        ${VISITOR_COUNTS}
      from (select *, ${ROW_ORDER} as row_order from ${batch}) as batch
      left join agent_rule using (agent) ${JOIN_FIRST_CLICKS}`,
  );
}

function isHuman(column: string): string {
  return `(${column} in (${PERSON}, ${SCAN}))`;
}

interface ChangedCounts {
  readonly counts: LinkCounts;
  /** Links with a click that people made by the former rules only. */
  readonly losing: readonly number[];
}

async function findChangedCounts(db: Connection): Promise<ChangedCounts> {
  const rows = await db.all<{ linkId: number; changed: number; isLosing: boolean }>(
    `select link_id::double as "linkId", bool_or(${isHuman('former_class')}) as "isLosing",
        sum(clicks * (${isHuman('former_class')}::integer - ${isHuman('class')}::integer))::double as changed
      from batch_row where ${isHuman('former_class')} <> ${isHuman('class')}
      group by link_id order by link_id`,
  );
  const counts = {
    linkIds: Float64Array.from(rows, ({ linkId }) => linkId),
    clicks: new Float64Array(rows.length),
    nonHuman: Float64Array.from(rows, ({ changed }) => changed),
    lastClicks: new Float64Array(rows.length),
  };
  return {
    counts,
    losing: rows.filter(({ isLosing }) => isLosing).map(({ linkId }) => linkId),
  };
}

function selectRows(state: BatchState): string {
  const texts = ['agent', ...agentColumns, ...otherColumns];
  if (state === 'open') {
    const merged = ['site_visitors', 'link_visitors'].map(
      (name) => `case when visitor is null then ${name} end as ${name}`,
    );
    return `select time, link_id, class, clicks, visitor, ${merged.join(', ')},
        is_scan, is_paid, ${texts.join(', ')}
      from batch_row order by row_order`;
  }
  if (state === 'sealed') {
    return `select time, link_id, class, clicks, null::bigint as visitor,
        site_visitors, link_visitors, is_scan, is_paid, ${texts.join(', ')}
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
