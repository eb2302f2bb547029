import type { Engine } from '../engine/engine.ts';
import type { Feature } from '../feature.ts';
import type { WatchedCounts } from '../stats/live/watched.ts';
import { updateClickOrder } from './click-order.ts';
import { Clicks } from './clicks.ts';
import type { DrainResult } from './drain.ts';

/** Receives the events of the background process. */
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
      count(isAwaited: boolean, watched: ReadonlySet<number>): Promise<DrainResult>;
      stopCounting(): Promise<void>;
      sortLinks(): Promise<void>;
    };
  };
  follow(follower: CountFollower): void;
}

interface LiveView {
  /** Ids of watched links; 0 for the whole site. */
  readonly watched: ReadonlySet<number>;
  publish(counts: WatchedCounts): void;
}

interface OpenClicksOptions {
  readonly engine: Engine;
  readonly dataDir: string;
  readonly quotaBytes: number;
  readonly flushSeconds: number;
  /** Counts in another process. */
  readonly background: Counting;
  readonly onError: (error: unknown) => void;
}

export interface ClicksFeature extends Feature {
  readonly clicks: Clicks;
  drain(): Promise<number>;
  /** Updates the order of the links by clicks. */
  sortLinks(): Promise<void>;
  /** Must be called once, before the first count. */
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
      // A request for the list also sorts.
      { name: 'sort links by clicks', everySeconds: 3600, isForLeader: true, run: sortLinks },
    ],
    close: () => clicks.close(),
  };
}
