import type { Engine } from '../engine/engine.ts';

const SHARED_MS = 1000;
const LINKS_MAX = 10_000;

interface Used {
  clicks: number;
  readonly readAt: number;
}

interface Reading {
  done: Promise<void>;
  isStale: boolean;
}

interface ClickCapsOptions {
  readonly engine: Pick<Engine, 'db' | 'sql'> & {
    readonly changes: Pick<Engine['changes'], 'subscribe'>;
  };
  readonly countPending: (ids: readonly number[]) => Promise<ReadonlyMap<number, number>>;
  /** Resolves when each worker has recorded its clicks and knows every change. */
  readonly syncWorkers: () => Promise<void>;
  readonly drain: () => void;
  readonly drainNow: () => Promise<unknown>;
}

/**
 * How many clicks of people each link with a limit has. Only the server answers such visits, so its
 * number is exact; several servers may pass the limit by the clicks of two seconds.
 */
export class ClickCaps {
  readonly #options: ClickCapsOptions;
  readonly #used = new Map<number, Used>();
  readonly #readings = new Map<number, Reading>();
  readonly #ids = new Map<string, number>();
  #drainsSoon = false;

  constructor(options: ClickCapsOptions) {
    this.#options = options;
    const { changes } = options.engine;
    // Workers may have recorded clicks while the link had no limit.
    changes.subscribe('link', (code) => this.#forget(code));
    changes.subscribe('all-links', () => this.#clear());
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
    const running = this.#readings.get(id);
    if (running !== undefined) return running.done;
    const reading: Reading = { done: Promise.resolve(), isStale: false };
    this.#readings.set(id, reading);
    reading.done = this.#read(id, code, reading).finally(() => this.#readings.delete(id));
    return reading.done;
  }

  add(id: number): void {
    const used = this.#used.get(id);
    if (used === undefined) return;
    used.clicks += 1;
    if (!this.#options.engine.sql.isShared || this.#drainsSoon) return;
    this.#drainsSoon = true;
    setTimeout(() => {
      this.#drainsSoon = false;
      this.#options.drain();
    }, SHARED_MS).unref();
  }

  #forget(code: string): void {
    const id = this.#ids.get(code);
    if (id === undefined) return;
    this.#used.delete(id);
    const reading = this.#readings.get(id);
    if (reading === undefined) this.#ids.delete(code);
    else reading.isStale = true;
  }

  #clear(): void {
    this.#used.clear();
    this.#ids.clear();
    for (const reading of this.#readings.values()) reading.isStale = true;
  }

  async #read(id: number, code: string, reading: Reading): Promise<void> {
    let mayHaveBots = !this.#used.has(id);
    for (;;) {
      reading.isStale = false;
      this.#ids.set(code, id);
      if (!this.#used.has(id)) await this.#options.syncWorkers();
      const counted = await this.#readCounted(id);
      const pending = (await this.#options.countPending([id])).get(id) ?? 0;
      // A drain in between would have moved clicks from one number to the other.
      const isSame = (await this.#readCounted(id)) === counted;
      if (!isSame || reading.isStale) continue;
      if (pending > 0 && mayHaveBots) {
        // The journal may have clicks of bots from before the limit; now none is added.
        await this.#options.drainNow();
        mayHaveBots = reading.isStale;
        continue;
      }
      if (this.#used.size >= LINKS_MAX) this.#clear();
      this.#ids.set(code, id);
      this.#used.set(id, { clicks: counted + pending, readAt: Date.now() });
      return;
    }
  }

  async #readCounted(id: number): Promise<number> {
    const row = await this.#options.engine.db
      .selectFrom('click_count')
      .select(['clicks', 'bots'])
      .where('link_id', '=', id)
      .executeTakeFirst();
    return row === undefined ? 0 : row.clicks - row.bots;
  }
}
