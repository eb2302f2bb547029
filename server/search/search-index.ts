import type { Engine } from '../engine/engine.ts';
import type { Feature } from '../feature.ts';
import { buildSegment, deleteBuild } from './build-segment.ts';
import { countSegments, readStale } from './search.store.ts';
import { SEGMENT_SIZE } from './segment.ts';

/** A segment with this many stale links is built again. */
const STALE_MAX = 256;

interface SearchOptions {
  readonly engine: Engine;
  readonly indexInBackground: () => Promise<void>;
  /** An import needs the memory and the processor itself; the index follows when it has ended. */
  readonly isImporting: () => Promise<boolean>;
}

export function openSearch({ engine, indexInBackground, isImporting }: SearchOptions): Feature {
  let isClosed = false;
  const run = async (): Promise<void> => {
    if ((await isImporting()) || !(await hasWork(engine))) return;
    await indexInBackground().catch((error: unknown) => {
      // A stop ends the other process. The next start discards the build.
      if (!isClosed) throw error;
    });
  };
  return {
    jobs: [{ name: 'index links', everySeconds: 10, isForLeader: true, run }],
    close() {
      isClosed = true;
      return Promise.resolve();
    },
  };
}

async function hasWork(engine: Engine): Promise<boolean> {
  const left = await engine.db
    .selectFrom('search_build')
    .select('id')
    .where('state', '<>', 'ready')
    .limit(1)
    .execute();
  if (left.length > 0) return true;
  for await (const _ of segmentsToBuild(engine)) return true;
  return false;
}

/** A build grows beside the one in use and replaces it at once; a killed build is discarded. */
export async function indexLinks(engine: Engine): Promise<void> {
  await deleteBuilds(engine, 'growing');
  for await (const segment of segmentsToBuild(engine)) await buildSegment(engine, segment);
  await deleteBuilds(engine, 'dead');
}

async function* segmentsToBuild(engine: Engine): AsyncGenerator<number> {
  for (let segment = await countSegments(engine); await isFull(engine, segment); segment += 1) {
    yield segment;
  }
  const stale = new Map<number, number>();
  for await (const ids of readStale(engine, Number.MAX_SAFE_INTEGER)) {
    for (const id of ids) {
      const segment = Math.floor(id / SEGMENT_SIZE);
      stale.set(segment, (stale.get(segment) ?? 0) + 1);
    }
  }
  for (const [segment, links] of stale) if (links >= STALE_MAX) yield segment;
}

async function isFull(engine: Engine, segment: number): Promise<boolean> {
  const last = await engine.db
    .selectFrom('link')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  return (last.id ?? 0) >= (segment + 1) * SEGMENT_SIZE;
}

async function deleteBuilds(engine: Engine, state: 'growing' | 'dead'): Promise<void> {
  const builds = await engine.db
    .selectFrom('search_build')
    .select('id')
    .where('state', '=', state)
    .execute();
  for (const { id } of builds) await deleteBuild(engine, id);
}
