import { EventStream } from '../../http/endpoint.ts';
import type { WatchedCounts } from './watched.ts';

/** Intervals of counting and of heartbeats, while there are watchers. */
const COUNT_MS = 1000;
const HEARTBEAT_MS = 15_000;
const WATCHERS_MAX = 100;
/** A watcher with more unread events is dropped. */
const UNREAD_MAX = 100;

interface LiveOptions {
  /** Counts the newest clicks; those of watched links come back through `publish`. */
  readonly countClicks: () => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** `linkId` 0 is the whole site. */
interface Watcher {
  readonly linkId: number;
  readonly send: (text: string) => void;
  readonly end: () => void;
}

/** Sends new clicks within a second, as server-sent events. */
export class Live {
  readonly #options: LiveOptions;
  readonly #watchers = new Set<Watcher>();
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  /** Above the limit, the oldest watcher is closed. */
  open(linkId: number): EventStream {
    const [first] = this.#watchers;
    if (this.#watchers.size >= WATCHERS_MAX) first?.end();
    return new EventStream(this.#stream(linkId));
  }

  /** Ids of watched links; 0 for the whole site. */
  get watched(): ReadonlySet<number> {
    return new Set([...this.#watchers].map(({ linkId }) => linkId));
  }

  publish(counts: WatchedCounts): void {
    for (const { linkId, send } of this.#watchers) {
      const own = counts.get(linkId);
      if (own !== undefined) send(`event: clicks\ndata: ${JSON.stringify(own)}\n\n`);
    }
  }

  close(): void {
    for (const { end } of this.#watchers) end();
  }

  #stream(linkId: number): ReadableStream<Uint8Array> {
    let end: (() => void) | null = null;
    const source = {
      // A HEAD request never reads its body: the stream begins with the first read.
      pull: (controller: ReadableStreamDefaultController<Uint8Array>) => {
        end ??= this.#beginStream(linkId, controller);
      },
      cancel: () => end?.(),
    };
    return new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
  }

  /** Returns a function that ends the stream. */
  #beginStream(
    linkId: number,
    controller: ReadableStreamDefaultController<Uint8Array>,
  ): () => void {
    const encoder = new TextEncoder();
    const send = (text: string): void => {
      // Drops a client that does not read.
      if ((controller.desiredSize ?? 0) < -UNREAD_MAX) end();
      else controller.enqueue(encoder.encode(text));
    };
    const heartbeat = setInterval(() => send(':\n\n'), HEARTBEAT_MS);
    const end = (): void => {
      if (!this.#watchers.delete(watcher)) return;
      clearInterval(heartbeat);
      this.#stopCounting();
      try {
        controller.close();
      } catch {
        // The reader has cancelled the stream.
      }
    };
    const watcher = { linkId, send, end };
    this.#watchers.add(watcher);
    this.#startCounting();
    send(':\n\n');
    return end;
  }

  #startCounting(): void {
    const { countClicks, onError } = this.#options;
    this.#timer ??= setInterval(() => void countClicks().catch(onError), COUNT_MS);
  }

  #stopCounting(): void {
    if (this.#watchers.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}
