import { createParser } from 'eventsource-parser';
import { getLive } from '../../../contracts/stats/stats.ts';

interface Reader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** A client of the live stream of clicks. */
export class LiveClicks implements AsyncDisposable {
  readonly #abort: AbortController;
  readonly #reader: Reader;
  readonly headers: Headers;
  readonly #decoder = new TextDecoder();
  readonly #clicks: unknown[] = [];
  readonly #parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'clicks') this.#clicks.push(JSON.parse(data));
    },
    onError: (error) => {
      throw error;
    },
  });

  private constructor(response: Response, abort: AbortController) {
    this.#abort = abort;
    this.headers = response.headers;
    this.#reader = response.body!.getReader();
  }

  /** Opens the stream of a link or of the site; resolves when it has begun. */
  static async open(siteUrl: string, token: string, code?: string): Promise<LiveClicks> {
    const abort = new AbortController();
    const query = code === undefined ? '' : `?short_url=${code}`;
    const response = await fetch(new URL(`${getLive.path}${query}`, siteUrl), {
      headers: { authorization: `Bearer ${token}` },
      signal: abort.signal,
    });
    const live = new LiveClicks(response, abort);
    await live.#read();
    return live;
  }

  /** Reads until there are a number of events; resolves with the data of all. */
  async events(count: number): Promise<unknown[]> {
    while (this.#clicks.length < count) {
      if (!(await this.#read())) throw new Error(`ended after ${this.#clicks.length} events`);
    }
    return this.#clicks;
  }

  /** Resolves when the server has closed the stream. */
  async ended(): Promise<void> {
    while (await this.#read());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort();
    await this.#reader.cancel().catch(() => undefined);
  }

  async #read(): Promise<boolean> {
    const { done, value } = await this.#reader.read();
    if (value !== undefined) this.#parser.feed(this.#decoder.decode(value, { stream: true }));
    return !done;
  }
}
