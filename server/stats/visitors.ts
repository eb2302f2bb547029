import type { Write } from '../engine/engine.ts';

const SALT_BYTES = 32;
const HASH_BYTES = 32;

/** Tells the visitors of one day apart, as long as its salt is there. */
export class DayVisitors {
  readonly #salt: string;
  readonly #hash = new Uint8Array(HASH_BYTES);
  readonly #view = new DataView(this.#hash.buffer);

  constructor(salt: Uint8Array) {
    this.#salt = Buffer.from(salt).toString('hex');
  }

  /** 48 bits of a digest of salt, shortened address and user agent: in two numbers, 32 and 16 bits. */
  number(address: string, userAgent: string): readonly [low: number, high: number] {
    Bun.SHA256.hash(`${this.#salt}${address}\n${userAgent}`, this.#hash);
    return [this.#view.getUint32(0), this.#view.getUint16(4)];
  }
}

/**
 * The visitors of a day, with the salt that is there or a new one; a day with details that are open
 * has one, as both come in one transaction. Where the day is settled its salt is gone: who comes
 * with clicks that were late counts as another visitor.
 */
export async function openDay(tx: Write, day: number): Promise<DayVisitors> {
  return new DayVisitors((await selectSalt(tx, day)) ?? (await createSalt(tx, day)));
}

async function selectSalt(tx: Write, day: number): Promise<Uint8Array | null> {
  const row = await tx
    .selectFrom('click_day')
    .select('salt')
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.salt ?? null;
}

async function createSalt(tx: Write, day: number): Promise<Uint8Array> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  await tx
    .insertInto('click_day')
    .values({ day, salt, top_links: null })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ salt }))
    .execute();
  return salt;
}
