import { sql } from 'kysely';
import { changeRows } from '../engine/change-rows.ts';
import type { Engine, Write } from '../engine/engine.ts';

/** Links per block. A mark per link would cost more than sorting a few links too many. */
const BLOCK_SIZE = 256;
const RUN_MAX = 64;
/** Bounds of one transaction, in blocks and (about) links: other writers wait for it. */
const BLOCKS_AT_ONCE = 4096;
const LINKS_AT_ONCE = 50_000;

const SORT = `update click_count
  set sorted_clicks = clicks, sorted_last_click = last_clicked_at
  where link_id >= $1 and link_id < $2
    and (sorted_clicks <> clicks or sorted_last_click <> last_clicked_at)`;

export function blockOf(linkId: number): number {
  return Math.floor(linkId / BLOCK_SIZE);
}

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
  await sql`
    insert into unsorted_block (block)
    select id from ${engine.sql.idsOf(blocks)} as marked where true
    on conflict do nothing`.execute(tx);
}

export async function countUnsorted({ db }: Engine): Promise<number> {
  const { blocks } = await db
    .selectFrom('unsorted_block')
    .select((eb) => eb.fn.countAll<number>().as('blocks'))
    .executeTakeFirstOrThrow();
  return blocks;
}

export async function sortLinks(engine: Engine): Promise<void> {
  while (await engine.write(sortBlocks));
}

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

function endOfRun(blocks: readonly number[], from: number): number {
  let to = from + 1;
  while (to < blocks.length && to < from + RUN_MAX && blocks[to] === blocks[to - 1]! + 1) to += 1;
  return to;
}
