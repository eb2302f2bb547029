import type { IncomingMessage } from 'node:http';

/**
 * The body of an answer, from the moment its head arrives. Iterating gives everything that came,
 * then throws where the body broke off. A plain stream drops what waits in it when its connection
 * breaks. What waits here is bounded by the budget of the connection.
 */
export class ReceivedBody {
  readonly #response: IncomingMessage;
  #arrived: Buffer[] = [];
  #isOver = false;
  #wake = (): void => undefined;

  /** To be made in the listener of `response`, before anything of the body is lost. */
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
        // Together: chunks of a byte each cost their reader as much as whole ones.
        const bytes = Buffer.concat(this.#arrived);
        this.#arrived = [];
        yield bytes;
      } else if (this.#isOver) break;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    if (!this.#response.complete) throw new Error('the body was cut off');
  }
}
