import { clickClasses } from '../../contracts/stats.ts';
import { EventStream } from '../http/endpoint.ts';
import { SITE_ID } from './record-visits.ts';
import type { Visit } from './visit.ts';

/** How often clicks are counted while somebody watches, and a sign of life is given. */
const COUNT_MS = 1000;
const HEARTBEAT_MS = 15_000;
/** How many may watch at a time. */
const WATCHERS_MAX = 100;
/** How many events may wait for who watches. */
const UNREAD_MAX = 100;

interface LiveOptions {
  /** Tells of clicks as they are counted, until the returned function is called. */
  readonly watch: (tell: (visits: readonly Visit[]) => void) => () => void;
  readonly countClicks: () => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** Tells whoever shows a token of new clicks within a second, as server-sent events. */
export class Live {
  readonly #options: LiveOptions;
  readonly #streams = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  /** The clicks of a link, or of the site (0). Where too many watch, who came first must go. */
  open(linkId: number): EventStream {
    const [first] = this.#streams;
    if (this.#streams.size >= WATCHERS_MAX) first?.();
    return new EventStream(this.#stream(linkId));
  }

  /** Ends all streams. */
  close(): void {
    for (const end of this.#streams) end();
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
    const stop = this.#options.watch((visits) => {
      const counts = countClasses(visits, linkId);
      if (counts !== null) send(`event: clicks\ndata: ${JSON.stringify(counts)}\n\n`);
    });
    const heartbeat = setInterval(() => send(':\n\n'), HEARTBEAT_MS);
    const end = (): void => {
      if (!this.#streams.delete(end)) return;
      stop();
      clearInterval(heartbeat);
      this.#rest();
      try {
        controller.close();
      } catch {
        // The reader has cancelled it.
      }
    };
    this.#streams.add(end);
    this.#work();
    send(':\n\n');
    return end;
  }

  #work(): void {
    const { countClicks, onError } = this.#options;
    this.#timer ??= setInterval(() => void countClicks().catch(onError), COUNT_MS);
  }

  #rest(): void {
    if (this.#streams.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

function countClasses(
  visits: readonly Visit[],
  linkId: number,
): Record<(typeof clickClasses)[number], number> | null {
  const counts = { person: 0, scan: 0, preview: 0, bot: 0 };
  let clicks = 0;
  for (const visit of visits) {
    if (linkId !== SITE_ID && visit.linkId !== linkId) continue;
    counts[clickClasses[visit.class]!] += 1;
    clicks += 1;
  }
  return clicks === 0 ? null : counts;
}
