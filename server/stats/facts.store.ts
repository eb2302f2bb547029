import { CompiledQuery, type Selectable } from 'kysely';
import { dimensions } from '../../contracts/stats.ts';
import type { Engine, Schema, Write } from '../engine/engine.ts';
import type { DayBegin } from './day-room.ts';
import { factKinds } from './fact-kinds.ts';

/** A value or fact as it is stored. */
export interface StoredValue {
  readonly dimension: number;
  readonly id: number;
  readonly text: string;
}
export interface StoredFact {
  readonly kind: number;
  readonly id: number;
  readonly text: string;
  readonly class: number;
  readonly valueIds: readonly number[];
}

/** Of dimensions or kinds the largest id that is known here. */
type Known = readonly number[];

/*
 * SQL as it stands: it is asked for with each report, and building it costs more than running it.
 */
const SELECT_LARGEST = `select ${[
  ...factKinds.map(
    (_, kind) => `(select max(id) from click_fact where kind = ${kind}) as f${kind}`,
  ),
  ...dimensions.map(
    (_, dimension) =>
      `(select max(id) from click_value where dimension = ${dimension}) as v${dimension}`,
  ),
].join(', ')}`;

/** Tells whether there are values or facts behind those that are known. */
export async function hasNew(
  db: Engine['db'] | Write,
  facts: Known,
  values: Known,
): Promise<boolean> {
  const { rows } = await db.executeQuery<Record<string, number | null>>(
    CompiledQuery.raw(SELECT_LARGEST),
  );
  const [largest] = rows;
  return (
    facts.some((id, kind) => (largest![`f${kind}`] ?? 0) > id) ||
    values.some((id, dimension) => (largest![`v${dimension}`] ?? 0) > id)
  );
}

/** The values that came behind those that are known. */
export async function selectNewValues(
  db: Engine['db'] | Write,
  known: Known,
): Promise<StoredValue[]> {
  const rows = await Promise.all(
    known.map((id, dimension) =>
      db
        .selectFrom('click_value')
        .selectAll()
        .where('dimension', '=', dimension)
        .where('id', '>', id)
        .orderBy('id')
        .execute(),
    ),
  );
  return rows.flat();
}

/** The facts that came behind those that are known. */
export async function selectNewFacts(
  db: Engine['db'] | Write,
  known: Known,
): Promise<StoredFact[]> {
  const rows = await Promise.all(
    known.map((id, kind) =>
      db
        .selectFrom('click_fact')
        .selectAll()
        .where('kind', '=', kind)
        .where('id', '>', id)
        .orderBy('id')
        .execute(),
    ),
  );
  return rows.flat().map(toStoredFact);
}

/** All facts of a kind. */
export async function selectFacts(db: Engine['db'], kind: number): Promise<StoredFact[]> {
  const rows = await db.selectFrom('click_fact').selectAll().where('kind', '=', kind).execute();
  return rows.map(toStoredFact);
}

function toStoredFact(row: Selectable<Schema['click_fact']>): StoredFact {
  const { kind, id, text, class: clickClass, value_ids: valueIds } = row;
  return { kind, id, text, class: clickClass, valueIds: JSON.parse(valueIds) as number[] };
}

/** How many rows one statement stores. */
const ROWS_AT_ONCE = 200;

export async function insertValues(tx: Write, values: readonly StoredValue[]): Promise<void> {
  for (let from = 0; from < values.length; from += ROWS_AT_ONCE) {
    const rows = values.slice(from, from + ROWS_AT_ONCE);
    await tx.insertInto('click_value').values(rows).execute();
  }
}

export async function insertFacts(tx: Write, facts: readonly StoredFact[]): Promise<void> {
  for (let from = 0; from < facts.length; from += ROWS_AT_ONCE) {
    const rows = facts.slice(from, from + ROWS_AT_ONCE).map((fact) => ({
      kind: fact.kind,
      id: fact.id,
      text: fact.text,
      class: fact.class,
      value_ids: JSON.stringify(fact.valueIds),
    }));
    await tx.insertInto('click_fact').values(rows).execute();
  }
}

/** Which rules the stored meanings and sums rest on; NaN before that was ever noted. */
const RULES = 'agent_rules';

/** How much there was at the begin of the last day on which something new was stored. */
const DAY_BEGIN = 'facts_day_begin';

export async function selectRulesVersion(db: Engine['db'] | Write): Promise<number> {
  return Number((await selectOption(db, RULES)) ?? Number.NaN);
}

export function upsertRulesVersion(tx: Write, version: number, now: number): Promise<void> {
  return upsertOption(tx, RULES, String(version), now);
}

/** Null: nothing was ever stored. */
export async function selectDayBegin(db: Engine['db'] | Write): Promise<DayBegin | null> {
  const value = await selectOption(db, DAY_BEGIN);
  return value === undefined ? null : (JSON.parse(value) as DayBegin);
}

export function upsertDayBegin(tx: Write, begin: DayBegin, now: number): Promise<void> {
  return upsertOption(tx, DAY_BEGIN, JSON.stringify(begin), now);
}

async function selectOption(db: Engine['db'] | Write, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('option')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.value;
}

async function upsertOption(tx: Write, key: string, value: string, now: number): Promise<void> {
  await tx
    .insertInto('option')
    .values({ key, value, updated_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: now }))
    .execute();
}

/** Gives a fact another meaning. */
export async function updateFact(tx: Write, fact: StoredFact): Promise<void> {
  await tx
    .updateTable('click_fact')
    .set({ class: fact.class, value_ids: JSON.stringify(fact.valueIds) })
    .where('kind', '=', fact.kind)
    .where('id', '=', fact.id)
    .execute();
}
