import type { Engine } from '../engine/engine.ts';

/** Another server of the site may count meanwhile, so a number is valid for so long. */
const SHARED_MS = 1000;
const LINKS_MAX = 10_000;

interface Used {
  readonly code: string;
  clicks: number;
  readonly readAt: number;
}

interface ClickCapsOptions {
  readonly engine: Engine;
  /** Clicks in the journal, read after the call. */
  readonly countPending: (ids: readonly number[]) => Promise<ReadonlyMap<number, number>>;
  /** Counts the journal, so that other servers see its clicks. */
  readonly drain: () => void;
}

/**
 * How many clicks each link with a limit has. Only the server itself answers visits of such links,
 * never a worker: so its number in memory is exact. Several servers may together pass the limit by
 * the clicks of two seconds.
 */
export class ClickCaps {
  readonly #options: ClickCapsOptions;
  readonly #used = new Map<number, Used>();
  readonly #reading = new Map<number, Promise<void>>();
  #drainsSoon = false;

  constructor(options: ClickCapsOptions) {
    this.#options = options;
    const { changes } = options.engine;
    // A worker may have recorded clicks before the link had its limit.
    changes.subscribe('link', (code) => {
      for (const [id, used] of this.#used) if (used.code === code) this.#used.delete(id);
    });
    changes.subscribe('all-links', () => this.#used.clear());
  }

  /** Undefined = call `read` first. */
  get(id: number): number | undefined {
    const used = this.#used.get(id);
    if (used === undefined) return undefined;
    const { isShared } = this.#options.engine.sql;
    return isShared && Date.now() - used.readAt > SHARED_MS ? undefined : used.clicks;
  }

  /** No click of the link may be recorded until it resolves. */
  read(id: number, code: string): Promise<void> {
    let reading = this.#reading.get(id);
    if (reading === undefined) {
      reading = this.#read(id, code).finally(() => this.#reading.delete(id));
      this.#reading.set(id, reading);
    }
    return reading;
  }

  /** Call it for each recorded click. */
  add(id: number): void {
    const used = this.#used.get(id);
    if (used !== undefined) used.clicks += 1;
    if (!this.#options.engine.sql.isShared || this.#drainsSoon) return;
    this.#drainsSoon = true;
    setTimeout(() => {
      this.#drainsSoon = false;
      this.#options.drain();
    }, SHARED_MS).unref();
  }

  async #read(id: number, code: string): Promise<void> {
    for (;;) {
      const counted = await this.#readCounted(id);
      const pending = await this.#options.countPending([id]);
      // A drain in between would have moved clicks from one number to the other.
      if ((await this.#readCounted(id)) !== counted) continue;
      if (this.#used.size >= LINKS_MAX) this.#used.clear();
      this.#used.set(id, { code, clicks: counted + (pending.get(id) ?? 0), readAt: Date.now() });
      return;
    }
  }

  async #readCounted(id: number): Promise<number> {
    const row = await this.#options.engine.db
      .selectFrom('click_count')
      .select('clicks')
      .where('link_id', '=', id)
      .executeTakeFirst();
    return row?.clicks ?? 0;
  }
}
