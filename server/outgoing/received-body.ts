import type { IncomingMessage } from 'node:http';

/** Gives all received bytes, then throws if the body was cut off; a plain stream drops some. */
export class ReceivedBody {
  readonly #response: IncomingMessage;
  #arrived: Buffer[] = [];
  #isOver = false;
  #wake = (): void => undefined;

  /** Must run in the listener of `response`, before the first bytes arrive. */
  constructor(response: IncomingMessage) {
    this.#response = response;
    response.on('data', (bytes: Buffer) => {
      this.#arrived.push(bytes);
      this.#wake();
    });
    const end = (): void => {
      this.#isOver = true;
      this.#wake();
    };
    for (const event of ['end', 'error', 'close']) response.on(event, end);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#arrived.length > 0) {
        // A chunk of one byte costs its reader as much as a large one.
        const bytes = Buffer.concat(this.#arrived);
        this.#arrived = [];
        yield bytes;
      } else if (this.#isOver) break;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    if (!this.#response.complete) throw new Error('the body was cut off');
  }
}
