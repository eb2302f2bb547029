import type { Engine } from '../../engine/engine.ts';

const SALT_BYTES = 32;
const HASH_BYTES = 32;

/** A text with its digest for the last requested day. */
export class VisitorText {
  readonly text: string;
  visitors: DayVisitors | null = null;
  /** 48 bits of the digest: the lower 32 and the upper 16. */
  low = 0;
  high = 0;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * A visitor is digest(salt, shortened address) xor digest(salt, user agent). So each text is
 * digested once a day, however many visits have it.
 */
export class DayVisitors {
  readonly #salt: string;
  readonly #hash = new Uint8Array(HASH_BYTES);
  readonly #view = new DataView(this.#hash.buffer);

  constructor(salt: Uint8Array) {
    this.#salt = Buffer.from(salt).toString('hex');
  }

  identify(address: VisitorText, userAgent: VisitorText): number {
    this.#digest('address', address);
    this.#digest('user agent', userAgent);
    const low = (address.low ^ userAgent.low) >>> 0;
    return (address.high ^ userAgent.high) * 2 ** 32 + low;
  }

  #digest(kind: 'address' | 'user agent', text: VisitorText): void {
    if (text.visitors === this) return;
    Bun.SHA256.hash(`${this.#salt}${kind}\n${text.text}`, this.#hash);
    text.visitors = this;
    text.low = this.#view.getUint32(0);
    text.high = this.#view.getUint16(4);
  }
}

/** A sealed day has no salt, so the visitor of a late click counts as a new one. */
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
