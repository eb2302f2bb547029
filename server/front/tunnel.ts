import type { Socket } from 'bun';
import { AnswerScanner } from './answer-scanner.ts';
import { BodyScanner } from './body-scanner.ts';
import type { Fault, RefusedRequest } from './fault.ts';
import { InnerConnection, type RegisterVisitor } from './inner-connection.ts';
import { releaseBytes } from './release-bytes.ts';
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
  /** On loopback. */
  readonly innerPort: number;
  readonly registerVisitor: RegisterVisitor;
  /** The answer closes the connection. */
  readonly refuse: (request: RefusedRequest) => Buffer;
}

/**
 * Passes a connection's requests to the HTTP server, one at a time, after checking their heads.
 * Bun's server would cut a client that sends more, or closes its side, before a handler answers.
 */
export class Tunnel {
  readonly #client: Socket<unknown>;
  readonly #refuseWith: TunnelOptions['refuse'];
  readonly #inner: InnerConnection;
  /** The current or the last request. */
  #request = new RequestHead();
  /** The rest of its body. */
  #body = new BodyScanner(0);
  /** Null before the first request. */
  #answer: AnswerScanner | null = null;
  #next = new RequestHead();
  /** The incomplete head of the last check. */
  #lastIncomplete: RequestHead | null = null;
  /** Bytes after the current request. */
  #pending: Buffer | null = null;
  readonly #toClient: Buffer[] = [];
  #hasClientEnded = false;
  /** Whether nothing follows `#toClient`. */
  #isOver = false;
  #pauseTimer: Timer | undefined;
  #refusalTimer: Timer | undefined;
  /** Whether a refusal waits. */
  #isRefusalDelayed = false;
  #lingerTimer: Timer | undefined;

  constructor(client: Socket<unknown>, address: string, options: TunnelOptions) {
    this.#client = client;
    this.#refuseWith = options.refuse;
    this.#inner = new InnerConnection({
      port: options.innerPort,
      address,
      registerVisitor: options.registerVisitor,
      onData: (chunk) => this.#takeAnswer(chunk),
      onTaken: () => this.#resumeClient(),
      onEnd: () => this.#end(),
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
    if (this.#isOver) {
      this.#pauseReading(LINGER_PAUSE_MS);
      return;
    }
    if (this.#pending === null) this.#read(chunk);
    else this.#pending = Buffer.concat([this.#pending, chunk]);
    if (this.#isOver) return;
    if (this.#pending !== null || this.#inner.isFull) this.#client.pause();
    else if (chunk.length >= LARGE_BYTES) this.#pauseReading(PAUSE_MS);
  }

  drain(): void {
    if (this.#toClient.length === 0 || this.#isRefusalDelayed) return;
    for (let chunk = this.#toClient[0]; chunk !== undefined; chunk = this.#toClient[0]) {
      const written = Math.max(0, this.#client.write(chunk));
      if (written < chunk.length) {
        this.#toClient[0] = chunk.subarray(written);
        return;
      }
      this.#toClient.shift();
    }
    this.#inner.resume();
    if (this.#isOver) this.#endClient();
  }

  end(): void {
    this.#hasClientEnded = true;
    if (this.#isOver) this.#endWhenTaken();
    else if (!this.#body.isOver) this.#refuse('body', 'The connection ended before the body did.');
    else this.#endIfIdle();
  }

  close(): void {
    this.#isOver = true;
    // Timers would keep the connection and its bytes in memory.
    clearTimeout(this.#pauseTimer);
    clearTimeout(this.#refusalTimer);
    clearTimeout(this.#lingerTimer);
    this.#inner.close();
  }

  /** Refuses a head that was already incomplete at the last call. */
  refuseSlowHead(): void {
    if (this.#isUnderWay || !this.#next.isBegun || this.#isOver) this.#lastIncomplete = null;
    else if (this.#lastIncomplete !== this.#next) this.#lastIncomplete = this.#next;
    else this.#refuseNext({ status: 408, field: 'head', reason: 'The head arrived too slowly.' });
  }

  get #isUnderWay(): boolean {
    return this.#answer !== null && !(this.#body.isOver && this.#answer.isOver);
  }

  /** Whether the answer came before the end of a large body. */
  get #refusesBody(): boolean {
    const { body } = this.#request;
    return !this.#body.isOver && (body === 'chunked' || body > LARGE_BYTES);
  }

  #read(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && !this.#isOver;) {
      if (!this.#body.isOver) {
        at = this.#body.take(chunk, at, (bytes) => this.#inner.send(bytes));
        if (this.#body.isBroken) this.#refuse('body', 'The chunks of the body are not valid.');
      } else if (this.#isUnderWay) {
        this.#pending = Buffer.from(chunk.subarray(at));
        return;
      } else {
        at = this.#next.take(chunk, at);
        if (this.#next.fault !== null) this.#refuseNext(this.#next.fault);
        else if (this.#next.isWhole) this.#begin();
      }
    }
  }

  #begin(): void {
    const request = this.#next;
    this.#next = new RequestHead();
    this.#request = request;
    this.#body = new BodyScanner(request.body, TINY_CHUNKS_MAX);
    this.#answer = new AnswerScanner(request.isHead);
    this.#inner.send(request.bytes);
  }

  #takeAnswer(chunk: Buffer): void {
    const bytes = this.#answer?.take(chunk) ?? chunk;
    if (this.#answer?.isOwnRefusal === true) {
      this.#refuse('request', 'The request cannot be understood.');
      return;
    }
    if (this.#refusesBody) this.#sendRefusal(bytes);
    else this.#send(bytes);
    if (this.#isUnderWay) return;
    const pending = this.#pending;
    this.#pending = null;
    if (pending !== null) this.#read(pending);
    if (this.#hasClientEnded) this.#endIfIdle();
    this.#resumeClient();
  }

  #refuse(field: string, reason: string): void {
    const { isApi, isHead } = this.#request;
    const answer = this.#answer;
    if (answer?.hasBegun !== true || answer.isOwnRefusal) {
      this.#answerLast({ status: 400, field, reason, isApi, isHead });
    } else if (answer.isOver) {
      this.#inner.close();
      this.#end();
    } else {
      // The client would take another answer for a part of this one.
      this.#client.terminate();
    }
  }

  #refuseNext(fault: Fault): void {
    const { isApi, isHead } = this.#next;
    this.#answerLast({ ...fault, isApi, isHead });
  }

  #answerLast(refused: RefusedRequest): void {
    this.#inner.close();
    this.#pending = null;
    this.#sendRefusal(this.#refuseWith(refused));
    this.#end();
  }

  #endIfIdle(): void {
    if (this.#isUnderWay || this.#pending !== null || this.#isOver) return;
    if (this.#next.isBegun) {
      const reason = 'The connection ended before the head did.';
      this.#refuseNext({ status: 400, field: 'head', reason });
    } else {
      this.#inner.close();
      this.#end();
    }
  }

  #send(bytes: Buffer): void {
    const isWaiting = this.#toClient.length > 0;
    const written = isWaiting ? 0 : Math.max(0, this.#client.write(bytes));
    if (written === bytes.length) return;
    // The runtime may reuse the bytes.
    this.#toClient.push(Buffer.from(bytes.subarray(written)));
    this.#inner.pause();
  }

  #sendRefusal(bytes: Buffer): void {
    if (this.#refusalTimer !== undefined) {
      this.#send(bytes);
      return;
    }
    this.#client.pause();
    clearTimeout(this.#pauseTimer);
    this.#toClient.push(Buffer.from(bytes));
    this.#isRefusalDelayed = true;
    this.#refusalTimer = setTimeout(() => {
      this.#isRefusalDelayed = false;
      this.drain();
      if (!this.#isOver) this.#resumeClient();
    }, REFUSAL_DELAY_MS);
  }

  #resumeClient(): void {
    if (this.#pending === null && !this.#inner.isFull) this.#client.resume();
  }

  #end(): void {
    this.#isOver = true;
    this.#endWhenTaken();
  }

  #endWhenTaken(): void {
    if (this.#toClient.length === 0) this.#endClient();
  }

  #pauseReading(ms: number): void {
    this.#client.pause();
    clearTimeout(this.#pauseTimer);
    this.#pauseTimer = setTimeout(() => this.#resumeClient(), ms);
  }

  #endClient(): void {
    const isIdle = this.#body.isOver && !this.#next.isBegun && this.#pending === null;
    if (this.#hasClientEnded || isIdle) {
      this.#client.end();
      return;
    }
    this.#client.shutdown();
    this.#pauseReading(LINGER_PAUSE_MS);
    this.#lingerTimer = setTimeout(() => this.#client.terminate(), LINGER_MS);
  }
}
