interface Answer {
  readonly status: number;
  readonly location: string | null;
  /** Whether the server closes the connection after this answer. */
  readonly isLast: boolean;
}

const HEAD_END = '\r\n\r\n';

export class AnswerReader {
  #text = '';
  /** For each pending request, whether its answer may have a body. */
  readonly #expected: boolean[] = [];

  /** Call this for each request, as answers come in the same order. */
  expect({ hasBody }: { hasBody: boolean }): void {
    this.#expected.push(hasBody);
  }

  /** Returns the answers that this chunk completes. */
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
