/** Requests before the first message with a type, in place of the protocol version. */
const TLS_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;
const CANCEL_REQUEST = 80_877_102;

const COMMIT = /(?:^|;)\s*(?:commit|end)\b/i;

/** Splits a stream into messages: a type, a length that includes itself, a body. */
class MessageReader {
  readonly #onMessage: (type: string, body: Buffer) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(onMessage: (type: string, body: Buffer) => void) {
    this.#onMessage = onMessage;
  }

  push(chunk: Buffer): void {
    let rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const end = rest.readUInt32BE(1) + 1;
      this.#onMessage(rest.toString('latin1', 0, 1), rest.subarray(5, end));
      rest = rest.subarray(end);
    }
    this.#rest = rest;
  }
}

function readString(body: Buffer, from = 0): { text: string; end: number } {
  const end = body.indexOf(0, from);
  return { text: body.toString('utf8', from, end), end: end + 1 };
}

/** Follows a connection: a startup message (greeting), then questions (Query or Sync) and answers. */
export class Conversation {
  /** Called at each commit with the number of its question. */
  readonly #onCommit: (question: number) => void;
  /** Called at each complete answer with the number of its question; the greeting is 0. */
  readonly #onAnswer: (question: number) => void;
  readonly #fromClient = new MessageReader((type, body) => this.#onRequest(type, body));
  readonly #fromServer = new MessageReader((type) => {
    if (type === 'Z') this.#onAnswer(this.#answers++);
  });
  /** In this order: a greeting, the byte that answers it, messages; or ciphertext. */
  #state: 'greeting' | 'answer' | 'messages' | 'opaque' = 'greeting';
  #greeting: Buffer = Buffer.alloc(0);
  #questions = 0;
  #answers = 0;
  readonly #statements = new Map<string, string>();
  readonly #portals = new Map<string, string>();

  constructor(onCommit: (question: number) => void, onAnswer: (question: number) => void) {
    this.#onCommit = onCommit;
    this.#onAnswer = onAnswer;
  }

  readClient(chunk: Buffer): void {
    if (this.#state === 'messages') this.#fromClient.push(chunk);
    if (this.#state === 'greeting') this.#readGreeting(chunk);
  }

  readServer(chunk: Buffer): void {
    if (this.#state === 'messages') this.#fromServer.push(chunk);
    if (this.#state === 'answer') this.#state = chunk[0] === 0x4e ? 'greeting' : 'opaque';
  }

  #readGreeting(chunk: Buffer): void {
    const greeting = Buffer.concat([this.#greeting, chunk]);
    this.#greeting = greeting;
    if (greeting.length < 8 || greeting.length < greeting.readUInt32BE(0)) return;
    const end = greeting.readUInt32BE(0);
    const code = greeting.readUInt32BE(4);
    this.#greeting = Buffer.alloc(0);
    if (code === TLS_REQUEST || code === GSS_REQUEST) this.#state = 'answer';
    else this.#state = code === CANCEL_REQUEST ? 'opaque' : 'messages';
    this.readClient(greeting.subarray(end));
  }

  #onRequest(type: string, body: Buffer): void {
    switch (type) {
      case 'Q':
        this.#questions += 1;
        this.#expectCommit(readString(body).text, this.#questions);
        return;
      case 'P': {
        const name = readString(body);
        this.#statements.set(name.text, readString(body, name.end).text);
        return;
      }
      case 'B': {
        const portal = readString(body);
        const statement = readString(body, portal.end).text;
        this.#portals.set(portal.text, this.#statements.get(statement) ?? '');
        return;
      }
      case 'E':
        // The Sync that follows asks for the answer.
        this.#expectCommit(this.#portals.get(readString(body).text) ?? '', this.#questions + 1);
        return;
      case 'S':
        this.#questions += 1;
    }
  }

  #expectCommit(text: string, question: number): void {
    if (COMMIT.test(text)) this.#onCommit(question);
  }
}
