import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { Problem } from '../http/problem.ts';

/** How many exports a server writes at a time: each takes processor time from visitors. */
const RUNNING_MAX = 2;
/** An export whose client reads nothing for this long ends; its file is incomplete. */
const UNREAD_MS = 30_000;
const RETRY_SECONDS = 10;

export class RunningExports {
  readonly #unreadMs: number;
  #running = 0;

  constructor(unreadMs = UNREAD_MS) {
    this.#unreadMs = unreadMs;
  }

  /**
   * Streams the parts at the speed of the reader, while requests are answered in between. `start`
   * may wait. Throws `export.too-many`.
   */
  async open(
    start: () => Promise<AsyncGenerator<Uint8Array>>,
  ): Promise<ReadableStream<Uint8Array>> {
    if (this.#running >= RUNNING_MAX) {
      throw new Problem('export.too-many', { retryAfter: RETRY_SECONDS });
    }
    this.#running += 1;
    try {
      return this.#stream(await start());
    } catch (error) {
      this.#running -= 1;
      throw error;
    }
  }

  #stream(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
    let isOver = false;
    const end = async () => {
      clearTimeout(timer);
      if (isOver) return;
      isOver = true;
      this.#running -= 1;
      await parts.return(undefined);
    };
    let timer: ReturnType<typeof setTimeout>;
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const giveUp = () => {
      controller.error(new Error('The reader of an export stopped'));
      void end();
    };
    const awaitReader = () => {
      timer = setTimeout(giveUp, this.#unreadMs).unref();
    };
    const source = {
      start(given: ReadableStreamDefaultController<Uint8Array>) {
        controller = given;
        awaitReader();
      },
      async pull() {
        clearTimeout(timer);
        await yieldToRequests();
        try {
          const { done, value } = await parts.next();
          if (isOver) return;
          if (done === true) {
            await end();
            controller.close();
          } else {
            controller.enqueue(value);
            awaitReader();
          }
        } catch (error) {
          await end();
          throw error;
        }
      },
      cancel: end,
    };
    // A HEAD request never reads its body: nothing may be made before the first read.
    return new ReadableStream(source, { highWaterMark: 0 });
  }
}
