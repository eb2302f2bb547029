interface Answer {
  readonly status: number;
  readonly location: string | null;
  /** Whether the server closes the connection behind it. */
  readonly isLast: boolean;
}

const HEAD_END = '\r\n\r\n';

/** Takes the answers of one connection out of the bytes as they come. */
export class AnswerReader {
  #text = '';
  /** For each request that waits, whether its answer may have a body. */
  readonly #expected: boolean[] = [];

  /** A request is sent; answers come in the order of the requests. */
  expect({ hasBody }: { hasBody: boolean }): void {
    this.#expected.push(hasBody);
  }

  /** The answers that are whole with this chunk. */
  read(chunk: Buffer): Answer[] {
    this.#text += chunk.toString('latin1');
    const answers: Answer[] = [];
    for (;;) {
      const headEnd = this.#text.indexOf(HEAD_END);
      if (headEnd === -1) return answers;
      const head = this.#text.slice(0, headEnd);
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
      const end = headEnd + HEAD_END.length + (this.#expected[0] === false ? 0 : length);
      if (this.#text.length < end) return answers;
      this.#expected.shift();
      this.#text = this.#text.slice(end);
      answers.push({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
        location: /^location: *(.*)$/im.exec(head)?.[1]?.trim() ?? null,
        isLast: /^connection: *close/im.test(head),
      });
    }
  }
}
