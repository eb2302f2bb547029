import { EventStream } from '../../http/endpoint.ts';
import type { WatchedCounts } from './watched.ts';

/** How often clicks are counted while somebody watches, and a sign of life is given. */
const COUNT_MS = 1000;
const HEARTBEAT_MS = 15_000;
/** How many may watch at a time. */
const WATCHERS_MAX = 100;
/** How many events may wait for who watches. */
const UNREAD_MAX = 100;

interface LiveOptions {
  /** Has the newest clicks counted; of those of watched links `tell` is told. */
  readonly countClicks: () => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** Somebody who watches a link, or the site (0). */
interface Watcher {
  readonly linkId: number;
  readonly send: (text: string) => void;
  readonly end: () => void;
}

/** Tells whoever shows a token of new clicks within a second, as server-sent events. */
export class Live {
  readonly #options: LiveOptions;
  readonly #watchers = new Set<Watcher>();
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  /** The clicks of a link, or of the site (0). Where too many watch, who came first must go. */
  open(linkId: number): EventStream {
    const [first] = this.#watchers;
    if (this.#watchers.size >= WATCHERS_MAX) first?.end();
    return new EventStream(this.#stream(linkId));
  }

  /** The ids of the links that are watched, and 0 where the site is. */
  get watched(): ReadonlySet<number> {
    return new Set([...this.#watchers].map(({ linkId }) => linkId));
  }

  /** New clicks are counted. */
  tell(counts: WatchedCounts): void {
    for (const { linkId, send } of this.#watchers) {
      const own = counts.get(linkId);
      if (own !== undefined) send(`event: clicks\ndata: ${JSON.stringify(own)}\n\n`);
    }
  }

  /** Ends all streams. */
  close(): void {
    for (const { end } of this.#watchers) end();
  }

  #stream(linkId: number): ReadableStream<Uint8Array> {
    let end: (() => void) | null = null;
    const source = {
      // Nobody reads the answer to a HEAD: nothing begins before somebody does.
      pull: (controller: ReadableStreamDefaultController<Uint8Array>) => {
        end ??= this.#begin(linkId, controller);
      },
      cancel: () => end?.(),
    };
    return new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
  }

  /** Returns how it ends. */
  #begin(linkId: number, controller: ReadableStreamDefaultController<Uint8Array>): () => void {
    const encoder = new TextEncoder();
    const send = (text: string): void => {
      // Who does not read is not written to for ever.
      if ((controller.desiredSize ?? 0) < -UNREAD_MAX) end();
      else controller.enqueue(encoder.encode(text));
    };
    const heartbeat = setInterval(() => send(':\n\n'), HEARTBEAT_MS);
    const end = (): void => {
      if (!this.#watchers.delete(watcher)) return;
      clearInterval(heartbeat);
      this.#rest();
      try {
        controller.close();
      } catch {
        // The reader has cancelled it.
      }
    };
    const watcher = { linkId, send, end };
    this.#watchers.add(watcher);
    this.#work();
    send(':\n\n');
    return end;
  }

  #work(): void {
    const { countClicks, onError } = this.#options;
    this.#timer ??= setInterval(() => void countClicks().catch(onError), COUNT_MS);
  }

  #rest(): void {
    if (this.#watchers.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}
