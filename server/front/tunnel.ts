import type { Socket } from 'bun';
import { AnswerScanner, BodyScanner } from './message-ends.ts';
import type { Fault, RefusedRequest } from './request-line.ts';
import { InnerConnection, type RegisterVisitor, releaseBytes } from './inner-connection.ts';
import { RequestHead } from './request-head.ts';

type Timer = ReturnType<typeof setTimeout>;

/** Tiny chunks cost as much as hundreds of bytes. */
const TINY_CHUNKS_MAX = 1000;
/** A client pauses after a chunk of this size. */
const LARGE_BYTES = 64 * 1024;
/** Long enough to refuse the body, or to serve other clients. */
const PAUSE_MS = 4;
/** Refusals wait, because each closes its connection: this limits the rate of bad requests. */
const REFUSAL_DELAY_MS = 50;
/** A client that is cut off at once might lose its last answer. */
const LINGER_MS = 2000;
const LINGER_PAUSE_MS = 100;

export interface TunnelOptions {
  readonly innerPort: number;
  readonly registerVisitor: RegisterVisitor;
  /** The answer closes the connection. */
  readonly refuse: (request: RefusedRequest) => Buffer;
}

/**
 * Passes a connection's requests to the HTTP server, one at a time, after checking their heads.
 * Bun's server would cut a client that sends more, or closes its side, before a handler answers.
 *
 * Bytes of the client fill `#nextHead`; a whole head becomes `#request`, and its `#body` follows.
 * Bytes that come before its answer is over wait in `#later`. What the client does not take yet
 * waits in `#unsent`. `#hasLastAnswer`: the connection closes when `#unsent` is sent.
 */
export class Tunnel {
  readonly #client: Socket<unknown>;
  readonly #refuseWith: TunnelOptions['refuse'];
  readonly #inner: InnerConnection;
  #request = new RequestHead();
  #body = new BodyScanner(0);
  #answer: AnswerScanner | null = null;
  #nextHead = new RequestHead();
  #slowHead: RequestHead | null = null;
  #later: Buffer | null = null;
  readonly #unsent: Buffer[] = [];
  #hasClientEnded = false;
  #hasLastAnswer = false;
  #pauseTimer: Timer | undefined;
  #refusalTimer: Timer | undefined;
  #isRefusalDelayed = false;
  #lingerTimer: Timer | undefined;

  constructor(client: Socket<unknown>, address: string, options: TunnelOptions) {
    this.#client = client;
    this.#refuseWith = options.refuse;
    this.#inner = new InnerConnection({
      port: options.innerPort,
      address,
      registerVisitor: options.registerVisitor,
      onData: (chunk) => this.#passAnswer(chunk),
      onTaken: () => this.#resumeClient(),
      onEnd: () => this.#finish(),
      onFailure: () => client.terminate(),
    });
  }

  /** Also true while the connection is idle. */
  get isServed(): boolean {
    return this.#inner.isOpen;
  }

  receive(chunk: Buffer): void {
    this.#receive(chunk);
    releaseBytes(chunk);
  }

  #receive(chunk: Buffer): void {
    if (this.#hasLastAnswer) {
      this.#pauseReading(LINGER_PAUSE_MS);
      return;
    }
    if (this.#later === null) this.#readRequests(chunk);
    else this.#later = Buffer.concat([this.#later, chunk]);
    if (this.#hasLastAnswer) return;
    if (this.#later !== null || this.#inner.isFull) this.#client.pause();
    else if (chunk.length >= LARGE_BYTES) this.#pauseReading(PAUSE_MS);
  }

  drain(): void {
    if (this.#unsent.length === 0 || this.#isRefusalDelayed) return;
    for (let chunk = this.#unsent[0]; chunk !== undefined; chunk = this.#unsent[0]) {
      const written = Math.max(0, this.#client.write(chunk));
      if (written < chunk.length) {
        this.#unsent[0] = chunk.subarray(written);
        return;
      }
      this.#unsent.shift();
    }
    this.#inner.resume();
    if (this.#hasLastAnswer) this.#closeClient();
  }

  end(): void {
    this.#hasClientEnded = true;
    if (this.#hasLastAnswer) this.#closeWhenSent();
    else if (!this.#body.isOver) this.#refuse('body', 'The connection ended before the body did.');
    else this.#finishIfIdle();
  }

  close(): void {
    this.#hasLastAnswer = true;
    // Timers would keep the connection and its bytes in memory.
    clearTimeout(this.#pauseTimer);
    clearTimeout(this.#refusalTimer);
    clearTimeout(this.#lingerTimer);
    this.#inner.close();
  }

  /** Refuses a head that was already incomplete at the last call. */
  refuseSlowHead(): void {
    if (this.#isUnderWay || !this.#nextHead.isBegun || this.#hasLastAnswer) this.#slowHead = null;
    else if (this.#slowHead !== this.#nextHead) this.#slowHead = this.#nextHead;
    else
      this.#refuseNextHead({ status: 408, field: 'head', reason: 'The head arrived too slowly.' });
  }

  get #isUnderWay(): boolean {
    return this.#answer !== null && !(this.#body.isOver && this.#answer.isOver);
  }

  /** Whether the answer came before the end of a large body. */
  get #refusesBody(): boolean {
    const { body } = this.#request;
    return !this.#body.isOver && (body === 'chunked' || body > LARGE_BYTES);
  }

  #readRequests(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && !this.#hasLastAnswer;) {
      if (!this.#body.isOver) {
        at = this.#body.take(chunk, at, (bytes) => this.#inner.send(bytes));
        if (this.#body.isBroken) this.#refuse('body', 'The chunks of the body are not valid.');
      } else if (this.#isUnderWay) {
        this.#later = Buffer.from(chunk.subarray(at));
        return;
      } else {
        at = this.#nextHead.take(chunk, at);
        if (this.#nextHead.fault !== null) this.#refuseNextHead(this.#nextHead.fault);
        else if (this.#nextHead.isWhole) this.#begin();
      }
    }
  }

  #begin(): void {
    const request = this.#nextHead;
    this.#nextHead = new RequestHead();
    this.#request = request;
    this.#body = new BodyScanner(request.body, TINY_CHUNKS_MAX);
    this.#answer = new AnswerScanner(request.isHead);
    this.#inner.send(request.bytes);
  }

  #passAnswer(chunk: Buffer): void {
    const bytes = this.#answer?.take(chunk) ?? chunk;
    if (this.#answer?.isOwnRefusal === true) {
      this.#refuse('request', 'The request cannot be understood.');
      return;
    }
    if (this.#refusesBody) this.#sendRefusal(bytes);
    else this.#send(bytes);
    if (this.#isUnderWay) return;
    const pending = this.#later;
    this.#later = null;
    if (pending !== null) this.#readRequests(pending);
    if (this.#hasClientEnded) this.#finishIfIdle();
    this.#resumeClient();
  }

  #refuse(field: string, reason: string): void {
    const { isApi, isHead } = this.#request;
    const answer = this.#answer;
    if (answer?.hasBegun !== true || answer.isOwnRefusal) {
      this.#answerRefusal({ status: 400, field, reason, isApi, isHead });
    } else if (answer.isOver) {
      this.#inner.close();
      this.#finish();
    } else {
      // The client would take another answer for a part of this one.
      this.#client.terminate();
    }
  }

  #refuseNextHead(fault: Fault): void {
    const { isApi, isHead } = this.#nextHead;
    this.#answerRefusal({ ...fault, isApi, isHead });
  }

  #answerRefusal(refused: RefusedRequest): void {
    this.#inner.close();
    this.#later = null;
    this.#sendRefusal(this.#refuseWith(refused));
    this.#finish();
  }

  #finishIfIdle(): void {
    if (this.#isUnderWay || this.#later !== null || this.#hasLastAnswer) return;
    if (this.#nextHead.isBegun) {
      const reason = 'The connection ended before the head did.';
      this.#refuseNextHead({ status: 400, field: 'head', reason });
    } else {
      this.#inner.close();
      this.#finish();
    }
  }

  #send(bytes: Buffer): void {
    const isWaiting = this.#unsent.length > 0;
    const written = isWaiting ? 0 : Math.max(0, this.#client.write(bytes));
    if (written === bytes.length) return;
    this.#unsent.push(Buffer.from(bytes.subarray(written)));
    this.#inner.pause();
  }

  #sendRefusal(bytes: Buffer): void {
    if (this.#refusalTimer !== undefined) {
      this.#send(bytes);
      return;
    }
    this.#client.pause();
    clearTimeout(this.#pauseTimer);
    this.#unsent.push(Buffer.from(bytes));
    this.#isRefusalDelayed = true;
    this.#refusalTimer = setTimeout(() => {
      this.#isRefusalDelayed = false;
      this.drain();
      if (!this.#hasLastAnswer) this.#resumeClient();
    }, REFUSAL_DELAY_MS);
  }

  #resumeClient(): void {
    if (this.#later === null && !this.#inner.isFull) this.#client.resume();
  }

  #finish(): void {
    this.#hasLastAnswer = true;
    this.#closeWhenSent();
  }

  #closeWhenSent(): void {
    if (this.#unsent.length === 0) this.#closeClient();
  }

  #pauseReading(ms: number): void {
    this.#client.pause();
    clearTimeout(this.#pauseTimer);
    this.#pauseTimer = setTimeout(() => this.#resumeClient(), ms);
  }

  #closeClient(): void {
    const isIdle = this.#body.isOver && !this.#nextHead.isBegun && this.#later === null;
    if (this.#hasClientEnded || isIdle) {
      this.#client.end();
      return;
    }
    this.#client.shutdown();
    this.#pauseReading(LINGER_PAUSE_MS);
    this.#lingerTimer = setTimeout(() => this.#client.terminate(), LINGER_MS);
  }
}
