import type { Engine } from '../../engine/engine.ts';

const SALT_BYTES = 32;
const HASH_BYTES = 32;

/** A text that visitors share, with its digest of the day that was last looked at. */
export class VisitorText {
  readonly text: string;
  visitors: DayVisitors | null = null;
  /** 48 bits of the digest: 32 and 16. */
  low = 0;
  high = 0;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Tells the visitors of one day apart, as long as its salt is there. A visitor is the digest of the
 * salt with the shortened address, xor that of the salt with the user agent: each text is digested
 * once, however many visits have it.
 */
export class DayVisitors {
  readonly #salt: string;
  readonly #hash = new Uint8Array(HASH_BYTES);
  readonly #view = new DataView(this.#hash.buffer);

  constructor(salt: Uint8Array) {
    this.#salt = Buffer.from(salt).toString('hex');
  }

  /** The number of a visitor, of 48 bits. */
  identify(address: VisitorText, userAgent: VisitorText): number {
    this.#digest('address', address);
    this.#digest('user agent', userAgent);
    const low = (address.low ^ userAgent.low) >>> 0;
    return (address.high ^ userAgent.high) * 2 ** 32 + low;
  }

  #digest(kind: 'address' | 'user agent', said: VisitorText): void {
    if (said.visitors === this) return;
    Bun.SHA256.hash(`${this.#salt}${kind}\n${said.text}`, this.#hash);
    said.visitors = this;
    said.low = this.#view.getUint32(0);
    said.high = this.#view.getUint16(4);
  }
}

/**
 * The visitors of a day, with the salt that is there or a new one. A sealed day has no salt: a
 * visitor whose click is late counts as another one.
 */
export async function openDayVisitors(engine: Engine, day: number): Promise<DayVisitors> {
  return new DayVisitors((await selectSalt(engine.db, day)) ?? (await createSalt(engine, day)));
}

async function selectSalt(db: Engine['db'], day: number): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('visitor_salt')
    .select('salt')
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.salt ?? null;
}

/** Two servers may create one at once: the first stays. */
function createSalt(engine: Engine, day: number): Promise<Uint8Array> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  return engine.write(async (tx) => {
    await tx
      .insertInto('visitor_salt')
      .values({ day, salt })
      .onConflict((conflict) => conflict.column('day').doNothing())
      .execute();
    return (await selectSalt(tx, day))!;
  });
}
