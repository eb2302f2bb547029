import { sql } from 'kysely';
import { changeRows } from '../engine/change-rows.ts';
import type { Engine, Write } from '../engine/engine.ts';

/** How many ids of links a block has: a mark of each link would be dearer than to look at some more. */
const BLOCK_SIZE = 256;
/** How many blocks one statement sorts when they stand in a row. */
const RUN_MAX = 64;
/** How many blocks, and about how many links, one transaction sorts: others who write wait for it. */
const BLOCKS_AT_ONCE = 4096;
const LINKS_AT_ONCE = 50_000;

const SORT = `update click_count set sorted_clicks = clicks
  where link_id >= $1 and link_id < $2 and sorted_clicks <> clicks`;

/** The block in which a link is. */
export function blockOf(linkId: number): number {
  return Math.floor(linkId / BLOCK_SIZE);
}

/** Notes, in the transaction that does it, that the clicks of links change; the lowest id first. */
export async function markUnsorted(
  engine: Engine,
  tx: Write,
  linkIds: ArrayLike<number>,
): Promise<void> {
  const blocks: number[] = [];
  let last = -1;
  for (let place = 0; place < linkIds.length; place += 1) {
    const block = blockOf(linkIds[place]!);
    if (block > last) blocks.push(block);
    last = block;
  }
  // "where true" keeps the parser from taking "on conflict" for a join's.
  await sql`
    insert into unsorted_block (block)
    select id from ${engine.sql.idsOf(blocks)} as marked where true
    on conflict do nothing`.execute(tx);
}

/** How many blocks have links that wait for their place in the order by clicks. */
export async function countUnsorted({ db }: Engine): Promise<number> {
  const { blocks } = await db
    .selectFrom('unsorted_block')
    .select((eb) => eb.fn.countAll<number>().as('blocks'))
    .executeTakeFirstOrThrow();
  return blocks;
}

/** Gives links whose clicks have changed their place in the order by clicks. */
export async function sortLinks(engine: Engine): Promise<void> {
  while (await engine.write(sortBlocks));
}

/** Sorts the first blocks; false when there may be no more. */
async function sortBlocks(tx: Write): Promise<boolean> {
  const rows = await tx
    .selectFrom('unsorted_block')
    .select('block')
    .orderBy('block')
    .limit(BLOCKS_AT_ONCE)
    .execute();
  const blocks = rows.map(({ block }) => block);
  let from = 0;
  for (let sorted = 0; from < blocks.length && sorted < LINKS_AT_ONCE;) {
    const to = endOfRun(blocks, from);
    sorted += await changeRows(tx, SORT, [
      blocks[from]! * BLOCK_SIZE,
      (blocks[to - 1]! + 1) * BLOCK_SIZE,
    ]);
    from = to;
  }
  if (from === 0) return false;
  await tx
    .deleteFrom('unsorted_block')
    .where('block', '<=', blocks[from - 1]!)
    .execute();
  return from < blocks.length || blocks.length === BLOCKS_AT_ONCE;
}

/** Behind the last of the blocks that follow one without a gap, up to so many. */
function endOfRun(blocks: readonly number[], from: number): number {
  let to = from + 1;
  while (to < blocks.length && to < from + RUN_MAX && blocks[to] === blocks[to - 1]! + 1) to += 1;
  return to;
}
