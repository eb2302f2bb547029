import type { Engine } from '../engine/engine.ts';
import type { Feature } from '../feature.ts';
import type { WatchedCounts, WatchedLinks } from '../stats/live/live.ts';
import { Clicks } from './clicks.ts';
import type { DrainResult } from './drain.ts';
import { countUnsorted, sortLinks } from './click-order.store.ts';

export interface CountFollower {
  onCounted(counted: {
    readonly clicks: number;
    readonly damagedBytes: number;
    readonly watched: WatchedCounts;
  }): void;
  onDeath(): void;
}

interface Counting {
  readonly process: {
    readonly isReady: boolean;
    readonly work: {
      count(isAwaited: boolean, watched: WatchedLinks): Promise<DrainResult>;
      stopCounting(): Promise<void>;
      sortLinks(): Promise<void>;
    };
  };
  follow(follower: CountFollower): void;
}

interface LiveView {
  readonly watched: WatchedLinks;
  publish(counts: WatchedCounts): void;
}

interface OpenClicksOptions {
  readonly engine: Engine;
  readonly dataDir: string;
  readonly quotaBytes: number;
  readonly flushSeconds: number;
  readonly background: Counting;
  readonly onError: (error: unknown) => void;
}

export interface ClicksFeature extends Feature {
  readonly clicks: Clicks;
  drain(): Promise<number>;
  sortLinks(): Promise<void>;
  publishTo(view: LiveView): void;
}

export function openClicks(options: OpenClicksOptions): ClicksFeature {
  const { engine, dataDir, quotaBytes, background, onError } = options;
  const { process } = background;
  let view: LiveView = { watched: new Set(), publish: () => undefined };
  const clicks = new Clicks({
    engine,
    dataDir,
    counter: {
      count: (isAwaited) => process.work.count(isAwaited, view.watched),
      stopCounting: () => void process.work.stopCounting().catch(onError),
      needsStart: () => !process.isReady,
    },
    quotaBytes,
    onError,
  });
  background.follow({
    onCounted({ clicks: counted, damagedBytes, watched }) {
      clicks.addDrained(counted, damagedBytes);
      view.publish(watched);
    },
    // The process may have counted clicks without wiping their addresses.
    onDeath: () => void clicks.wipe().catch(onError),
  });
  const sortLinks = () => updateClickOrder(engine, () => process.work.sortLinks());
  return {
    clicks,
    drain: () => clicks.drain(),
    sortLinks,
    publishTo(next) {
      view = next;
    },
    jobs: [
      {
        name: 'count clicks',
        everySeconds: options.flushSeconds,
        run: () => Promise.resolve(clicks.drainWithRests()),
      },
      { name: 'sort links by clicks', everySeconds: 3600, isForLeader: true, run: sortLinks },
    ],
    close: () => clicks.close(),
  };
}

const BLOCKS_MAX = 4;

/** Sorts a few blocks here: that is faster than to start a process. */
export async function updateClickOrder(
  engine: Engine,
  sortInBackground: () => Promise<void>,
): Promise<void> {
  const unsorted = await countUnsorted(engine);
  if (unsorted > BLOCKS_MAX) await sortInBackground();
  else if (unsorted > 0) await sortLinks(engine);
}
