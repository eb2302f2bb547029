import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../engine/engine.ts';
import { selectBatches, selectBodies, type Batch } from '../ingest/click-batches.store.ts';
import { quote, type Connection } from './connection.ts';
import { firstClicks, nameFile, readBatches } from './read-batches.ts';
import { loadClicks, selectEarlierDays } from './load-clicks.ts';
import { readOrigins } from './origins.ts';
import { deleteRollups, fillRollups, readLoadedDays } from './rollup-tables.ts';
import type { LoadedDays, RollupSizes } from './rollups.ts';

const BYTES_AT_ONCE = 16 * 1024 * 1024;
/** This many sealed days may be loaded one by one; more are loaded again, sorted together. */
const SINGLE_DAYS_MAX = 32;

interface LoadedBatch {
  readonly id: string;
  readonly day: number;
  readonly isOpen: boolean;
  readonly load: number;
}

interface Loaded {
  readonly batches: readonly LoadedBatch[];
  readonly days: LoadedDays;
}

interface BatchLoaderOptions {
  readonly engine: Engine;
  readonly db: Connection;
  readonly folder: string;
  readonly rollupSizes: RollupSizes;
}

export class BatchLoader {
  readonly #options: BatchLoaderOptions;
  #state: Loaded;
  readonly #seenDays = new Set<number>();

  private constructor(options: BatchLoaderOptions, state: Loaded) {
    this.#options = options;
    this.#state = state;
  }

  static async open(options: BatchLoaderOptions): Promise<BatchLoader> {
    return new BatchLoader(options, await readLoaded(options));
  }

  get days(): LoadedDays {
    return this.#state.days;
  }

  async sync(): Promise<void> {
    const log = await selectBatches(this.#options.engine.db);
    await this.#deleteDays(this.#findDaysToReload(log));
    const loaded = new Set(this.#state.batches.map(({ id }) => id));
    await this.#load(
      log.filter(({ id }) => !loaded.has(id)),
      log,
    );
  }

  /** Days without a batch, open days with unseen visitors, and many that were loaded one by one. */
  #findDaysToReload(log: readonly Batch[]): Set<number> {
    const logged = new Set(log.map(({ id }) => id));
    const stale = new Set<number>();
    for (const { id, day, isOpen } of this.#state.batches) {
      if (!logged.has(id) || (isOpen && !this.#seenDays.has(day))) stale.add(day);
    }
    const singles: number[] = [];
    for (const ofLoad of Map.groupBy(this.#state.batches, ({ load }) => load).values()) {
      const { day } = ofLoad[0]!;
      if (ofLoad.every((batch) => batch.day === day && !batch.isOpen)) singles.push(day);
    }
    if (singles.length > SINGLE_DAYS_MAX) for (const day of singles) stale.add(day);
    return stale;
  }

  async #deleteDays(days: ReadonlySet<number>): Promise<void> {
    if (days.size === 0) return;
    const { db } = this.#options;
    const list = [...days].join(', ');
    const tables = ['click', 'loaded_batch', 'seen_visitor'];
    await db.transaction(() =>
      db.run(
        ...tables.map((table) => `delete from ${table} where day in (${list})`),
        ...deleteRollups(this.days.findRollups([...days])),
      ),
    );
    for (const day of days) this.#seenDays.delete(day);
    this.#state = await readLoaded(this.#options);
  }

  async #load(batches: readonly Batch[], log: readonly Batch[]): Promise<void> {
    for (const chunk of chunkBatches(batches)) {
      const earlier = await this.#loadAtOnce(chunk);
      if (earlier.size === 0) continue;
      await this.#deleteDays(earlier);
      const others = chunk.filter(({ day }) => !earlier.has(day));
      await this.#load([...others, ...log.filter(({ day }) => earlier.has(day))], log);
    }
  }

  async #loadAtOnce(batches: readonly Batch[]): Promise<ReadonlySet<number>> {
    const { engine, db, folder } = this.#options;
    const bodies = await selectBodies(
      engine,
      batches.map(({ id }) => id),
    );
    // Another process may have replaced batches: the next sync loads those.
    const present = batches.filter(({ id }) => bodies.has(id));
    if (present.length === 0) return new Set();
    const files = present.map(({ id }, at) => {
      const file = join(folder, nameFile(at, id));
      writeFileSync(file, bodies.get(id)!);
      return file;
    });
    try {
      const batch = readBatches(files);
      await db.run(...firstClicks(batch));
      const earlier = await db.all<{ day: number }>(selectEarlierDays);
      if (earlier.length === 0) await this.#add(present, batch);
      return new Set(earlier.map(({ day }) => day));
    } finally {
      for (const file of files) rmSync(file, { force: true });
    }
  }

  async #add(batches: readonly Batch[], batch: string): Promise<void> {
    const { db, rollupSizes } = this.#options;
    const days = [...new Set(batches.map(({ day }) => day))];
    const load = 1 + this.#state.batches.reduce((max, { load: last }) => Math.max(max, last), 0);
    const rows = batches.map(
      ({ id, day, state, bytes }) =>
        `(${quote(id)}, ${day}, ${state === 'open'}, ${bytes}, ${load})`,
    );
    await readOrigins(db, batch);
    await db.transaction(async () => {
      await db.run(
        ...deleteRollups(this.days.findRollups(days)),
        ...loadClicks(batch),
        `insert into loaded_batch values ${rows.join(', ')}`,
      );
      await fillRollups(db, rollupSizes);
    });
    for (const day of days) this.#seenDays.add(day);
    this.#state = await readLoaded(this.#options);
  }
}

async function readLoaded({ db, rollupSizes }: BatchLoaderOptions): Promise<Loaded> {
  return {
    batches: await db.all<LoadedBatch>(
      'select id, day, is_open as "isOpen", load from loaded_batch',
    ),
    days: await readLoadedDays(db, rollupSizes),
  };
}

function* chunkBatches(batches: readonly Batch[]): Generator<readonly Batch[]> {
  let chunk: Batch[] = [];
  let bytes = 0;
  for (const ofDay of Map.groupBy(batches, ({ day }) => day).values()) {
    if (bytes > BYTES_AT_ONCE) {
      yield chunk;
      [chunk, bytes] = [[], 0];
    }
    chunk.push(...ofDay);
    bytes += ofDay.reduce((sum, batch) => sum + batch.bytes, 0);
  }
  if (chunk.length > 0) yield chunk;
}
