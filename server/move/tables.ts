import type { Kysely } from 'kysely';
import type { Schema } from '../engine/engine.ts';
import { describeTable } from '../engine/move/source.ts';
import type { ColumnType, TableShape } from '../engine/move/target.ts';

/** Without caches, the change feed and the state of running servers. A tag moves before its links. */
const movedNames = [
  'account',
  'api_token',
  'session',
  'factor',
  'one_time_link',
  'identity',
  'sso_provider',
  'saved_view',
  'known_address',
  'option',
  'journal_segment',
  'deleted_link',
  'retired_code',
  'link',
  'click_count',
  'last_click_fill',
  'unsorted_block',
  'tag',
  'link_tag',
  'link_change',
  'bulk_edit',
  'click_batch',
  'visitor_salt',
  'missed_code',
  'alert',
  'alert_delivery',
  'audit',
] as const satisfies readonly (keyof Schema)[];

export interface Table extends TableShape {
  readonly name: (typeof movedNames)[number];
}

export async function readTables(source: Kysely<Schema>): Promise<Table[]> {
  const tables: Table[] = [];
  for (const name of movedNames) tables.push({ name, ...(await describeTable(source, name)) });
  return tables;
}

export function columnsOf({ columns }: TableShape, type: ColumnType): string[] {
  return [...columns].filter(([, other]) => other === type).map(([name]) => name);
}
