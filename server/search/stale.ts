import { sql } from 'kysely';
import type { Write } from '../engine/engine.ts';
import { SEGMENT_SIZE } from './segment.ts';

/** Marks changed, new and deleted links in the transaction that changes them. */
export async function markStale(tx: Write, ids: readonly number[]): Promise<void> {
  const rows = ids.map((id) => sql`(${id})`);
  await sql`
    insert into search_stale (link_id)
    select cast(changed.column1 as bigint) from (values ${sql.join(rows)}) as changed
    where cast(changed.column1 as bigint) <
      (select coalesce(max(segment) + 1, 0) * ${SEGMENT_SIZE} from search_build)
    on conflict do nothing`.execute(tx);
}
