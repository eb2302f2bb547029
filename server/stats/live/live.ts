import { clickClasses } from '../../../contracts/stats/stats.constants.ts';
import { sendEvents } from '../../http/endpoint.ts';
import { Problem } from '../../http/problem.ts';
import type { Visits } from '../ingest/visits.ts';
import { SITE_ID } from '../quarter.ts';

type ClassCounts = Record<(typeof clickClasses)[number], number>;

/** New clicks by watched link; 0 is the whole site. */
export type WatchedCounts = ReadonlyMap<number, ClassCounts>;

/** 'each': the site and every link, in place of a list that is sent each second. */
export type WatchedLinks = ReadonlySet<number> | 'each';

export function countWatched(
  visits: Pick<Visits, 'length' | 'linkId' | 'class'>,
  watched: WatchedLinks,
): WatchedCounts {
  const counts = new Map<number, ClassCounts>();
  const add = (linkId: number, clickClass: number): void => {
    const zero = { person: 0, scan: 0, preview: 0, bot: 0 };
    counts.getOrInsert(linkId, zero)[clickClasses[clickClass]!] += 1;
  };
  if (watched !== 'each' && watched.size === 0) return counts;
  for (let at = 0; at < visits.length; at += 1) {
    for (const id of [SITE_ID, visits.linkId(at)]) {
      if (watched === 'each' || watched.has(id)) add(id, visits.class(at));
    }
  }
  return counts;
}

/** Intervals of counting and of heartbeats, while there are watchers. */
const COUNT_MS = 1000;
const HEARTBEAT_MS = 15_000;
const CHECK_MS = 4000;
/** A stream that was not read by then, as after HEAD, gives its place back. */
const BEGIN_MS = 10_000;
const RETRY_SECONDS = 10;
/** Streams of one account on this server, over all its logins and tokens. */
export const WATCHERS_MAX = 20;
/** A watcher with more unread events is dropped. */
const UNREAD_MAX = 100;
const LISTED_MAX = 1000;

interface LiveOptions {
  readonly countClicks: () => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

interface Watcher {
  readonly account: number;
  readonly linkIds: ReadonlySet<number>;
  readonly assertCaller: () => Promise<unknown>;
  readonly send: (text: string) => void;
  readonly end: () => void;
}

type Watched = Pick<Watcher, 'account' | 'linkIds' | 'assertCaller'>;

/** Sends new clicks within a second, as server-sent events. */
export class Live {
  readonly #options: LiveOptions;
  readonly #watchers = new Set<Watcher>();
  readonly #opening = new Set<Pick<Watcher, 'account'>>();
  #timers: readonly ReturnType<typeof setInterval>[] = [];

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  /** Ends within 10 s after `assertCaller` first rejects. Throws `stats.too-many-streams`. */
  open(watched: Watched): Response {
    const streams = [...this.#watchers, ...this.#opening];
    if (streams.filter(({ account }) => account === watched.account).length >= WATCHERS_MAX) {
      throw new Problem('stats.too-many-streams', { retryAfter: RETRY_SECONDS });
    }
    return sendEvents(this.#stream(watched));
  }

  get watched(): WatchedLinks {
    const all = new Set<number>();
    for (const { linkIds } of this.#watchers) {
      if (linkIds.size > LISTED_MAX) return 'each';
      for (const id of linkIds) all.add(id);
    }
    return all.size > LISTED_MAX ? 'each' : all;
  }

  publish(counts: WatchedCounts): void {
    for (const { linkIds, send } of this.#watchers) {
      const sums = { person: 0, scan: 0, preview: 0, bot: 0 };
      let hasClicks = false;
      for (const [id, counted] of counts) {
        if (!linkIds.has(id)) continue;
        hasClicks = true;
        for (const name of clickClasses) sums[name] += counted[name];
      }
      if (hasClicks) send(`event: clicks\ndata: ${JSON.stringify(sums)}\n\n`);
    }
  }

  close(): void {
    for (const { end } of this.#watchers) end();
  }

  #reservePlace(account: number): () => void {
    const place = { account };
    const release = (): void => {
      this.#opening.delete(place);
      clearTimeout(timer);
    };
    const timer = setTimeout(release, BEGIN_MS).unref();
    this.#opening.add(place);
    return release;
  }

  #stream(watched: Watched): ReadableStream<Uint8Array> {
    let end: (() => void) | null = null;
    const releasePlace = this.#reservePlace(watched.account);
    const source = {
      // A HEAD request never reads its body: the stream begins with the first read.
      pull: (controller: ReadableStreamDefaultController<Uint8Array>) => {
        releasePlace();
        end ??= this.#beginStream(watched, controller);
      },
      cancel: () => {
        releasePlace();
        end?.();
      },
    };
    return new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
  }

  #beginStream(
    watched: Watched,
    controller: ReadableStreamDefaultController<Uint8Array>,
  ): () => void {
    const encoder = new TextEncoder();
    const send = (text: string): void => {
      if ((controller.desiredSize ?? 0) < -UNREAD_MAX) end();
      else controller.enqueue(encoder.encode(text));
    };
    const heartbeat = setInterval(() => send(':\n\n'), HEARTBEAT_MS);
    const end = (): void => {
      if (!this.#watchers.delete(watcher)) return;
      clearInterval(heartbeat);
      this.#stopTimers();
      try {
        controller.close();
      } catch {}
    };
    const watcher = { ...watched, send, end };
    this.#watchers.add(watcher);
    this.#startTimers();
    send(':\n\n');
    return end;
  }

  #startTimers(): void {
    if (this.#timers.length > 0) return;
    const { countClicks, onError } = this.#options;
    this.#timers = [
      setInterval(() => void countClicks().catch(onError), COUNT_MS),
      setInterval(() => this.#endRefused(), CHECK_MS),
    ];
  }

  #stopTimers(): void {
    if (this.#watchers.size > 0) return;
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }

  #endRefused(): void {
    for (const { assertCaller, end } of this.#watchers) assertCaller().catch(end);
  }
}
