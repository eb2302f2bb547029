import { getLive } from '../../contracts/stats.ts';

interface Reader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** A client of the live stream of clicks. */
export class LiveClicks implements AsyncDisposable {
  readonly #abort: AbortController;
  readonly #reader: Reader;
  readonly headers: Headers;
  text = '';

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

  /** Reads a number of events; resolves with their data. */
  async events(count: number): Promise<unknown[]> {
    for (;;) {
      const said = [...this.text.matchAll(/^event: clicks\ndata: (.+)\n\n/gm)];
      if (said.length >= count) return said.map(([, data]) => JSON.parse(data!) as unknown);
      if (!(await this.#read())) throw new Error(`ended after ${this.text}`);
    }
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
    if (value !== undefined) this.text += Buffer.from(value).toString();
    return !done;
  }
}
