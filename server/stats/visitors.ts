import type { Write } from '../engine/engine.ts';

const SALT_BYTES = 32;
const HASH_BYTES = 32;

/** A text that visits share, with its digest of the day that was last looked at. */
export class VisitorText {
  readonly text: string;
  /** Who made the digest, of which 48 bits are kept: 32 and 16. */
  visitors: DayVisitors | null = null;
  low = 0;
  high = 0;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Tells the visitors of one day apart, as long as its salt is there: by a digest of the salt with
 * the shortened address, and one of the salt with the user agent. A visitor is the one xor the
 * other, so that each text is digested once, however many visits have it.
 */
export class DayVisitors {
  readonly #salt: string;
  readonly #hash = new Uint8Array(HASH_BYTES);
  readonly #view = new DataView(this.#hash.buffer);

  constructor(salt: Uint8Array) {
    this.#salt = Buffer.from(salt).toString('hex');
  }

  /** Has a text hold its digest. */
  digest(kind: 'address' | 'user agent', said: VisitorText): void {
    if (said.visitors === this) return;
    Bun.SHA256.hash(`${this.#salt}${kind}\n${said.text}`, this.#hash);
    said.visitors = this;
    said.low = this.#view.getUint32(0);
    said.high = this.#view.getUint16(4);
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
