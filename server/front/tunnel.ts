import type { Socket } from 'bun';
import { AnswerEnd } from './answer-end.ts';
import { BodyEnd } from './body-end.ts';
import type { Fault, RefusedRequest } from './fault.ts';
import { InnerConnection, type Announce } from './inner-connection.ts';
import { releaseBytes } from './release-bytes.ts';
import { RequestHead } from './request-head.ts';

type Timer = ReturnType<typeof setTimeout>;

/** How many chunks of a body may be tiny: each costs as much as hundreds of bytes. */
const FREE_CHUNKS = 1000;
/** From how many bytes at once on a client has to wait before it is read again. */
const LARGE_BYTES = 64 * 1024;
/** How long, in milliseconds: time enough to refuse what it sends, and for others to be answered. */
const REST_MS = 4;
/**
 * How long an answer that refuses what a client sends is held back, in milliseconds. Such an answer
 * ends the connection: a client that sends the like again and again must not do so at any rate.
 */
const REFUSAL_MS = 50;
/**
 * How long a client may still send after its last answer, in milliseconds. Cut off at once, it might
 * lose an answer that it has not read.
 */
const LINGER_MS = 2000;
/** How long it is not read after each chunk meanwhile, in milliseconds. */
const LINGER_REST_MS = 100;

export interface TunnelOptions {
  /** Where the HTTP server listens on loopback. */
  readonly innerPort: number;
  readonly announce: Announce;
  /** The answer to a request that is refused, which ends its connection. */
  readonly refuse: (request: RefusedRequest) => Buffer;
}

/**
 * Brings the requests of a connection to the HTTP server, one at a time, and its answers back. The
 * head of each is checked first. Bun's server cuts off a client that sends a request, or ends its
 * side, before a handler has answered the last one: here the next request waits for that answer.
 */
export class Tunnel {
  readonly #client: Socket<unknown>;
  readonly #refuseWith: TunnelOptions['refuse'];
  readonly #inner: InnerConnection;
  /** The head of the request that is under way, or was the last. */
  #request = new RequestHead();
  /** What is missing of its body. */
  #body = new BodyEnd(0);
  /** What is missing of its answer; null before the first request. */
  #answer: AnswerEnd | null = null;
  /** The head of the next request. */
  #next = new RequestHead();
  /** The head that had begun by the last look. */
  #seen: RequestHead | null = null;
  /** What came behind the request under way. */
  #held: Buffer | null = null;
  /** What the client has not taken yet. */
  readonly #toClient: Buffer[] = [];
  #hasClientEnded = false;
  /** Whether nothing is sent behind what waits for the client. */
  #isOver = false;
  /** What ends a rest, what sends a refusal, and what ends a client that is heard out. */
  #resting: Timer | undefined;
  #refusing: Timer | undefined;
  /** Whether a refusal is held back; it leaves when it has been, and what follows at once. */
  #isHolding = false;
  #lingering: Timer | undefined;

  constructor(client: Socket<unknown>, address: string, options: TunnelOptions) {
    this.#client = client;
    this.#refuseWith = options.refuse;
    this.#inner = new InnerConnection({
      port: options.innerPort,
      address,
      announce: options.announce,
      onData: (chunk) => this.#takeAnswer(chunk),
      onTaken: () => this.#resumeClient(),
      onEnd: () => this.#end(),
      onFailure: () => client.terminate(),
    });
  }

  /** Whether the HTTP server looks after the connection, also while it is idle. */
  get isServed(): boolean {
    return this.#inner.isOpen;
  }

  /** What came from the client, which is the tunnel's from here on. */
  receive(chunk: Buffer): void {
    this.#receive(chunk);
    releaseBytes(chunk);
  }

  #receive(chunk: Buffer): void {
    if (this.#isOver) {
      this.#rest(LINGER_REST_MS);
      return;
    }
    if (this.#held === null) this.#read(chunk);
    else this.#held = Buffer.concat([this.#held, chunk]);
    if (this.#isOver) return;
    if (this.#held !== null || this.#inner.isFull) this.#client.pause();
    else if (chunk.length >= LARGE_BYTES) this.#rest(REST_MS);
  }

  /** The client takes bytes again. */
  drain(): void {
    if (this.#toClient.length === 0 || this.#isHolding) return;
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

  /** The client sends no more. */
  end(): void {
    this.#hasClientEnded = true;
    if (this.#isOver) this.#endWhenTaken();
    else if (!this.#body.isOver) this.#refuse('body', 'The connection ended before the body did.');
    else this.#endIfIdle();
  }

  /** The client is gone. */
  close(): void {
    this.#isOver = true;
    // They would keep the connection in memory, and what came on it.
    clearTimeout(this.#resting);
    clearTimeout(this.#refusing);
    clearTimeout(this.#lingering);
    this.#inner.close();
  }

  /** Refuses a head that had begun at the last call and is still not whole. */
  refuseSlowHead(): void {
    if (this.#isUnderWay || !this.#next.isBegun || this.#isOver) this.#seen = null;
    else if (this.#seen !== this.#next) this.#seen = this.#next;
    else this.#refuseNext({ status: 408, field: 'head', reason: 'The head arrived too slowly.' });
  }

  get #isUnderWay(): boolean {
    return this.#answer !== null && !(this.#body.isOver && this.#answer.isOver);
  }

  /** Whether the answer has come before a large body is whole. */
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
        this.#held = Buffer.from(chunk.subarray(at));
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
    this.#body = new BodyEnd(request.body, FREE_CHUNKS);
    this.#answer = new AnswerEnd(request.isHead);
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
    const held = this.#held;
    this.#held = null;
    if (held !== null) this.#read(held);
    if (this.#hasClientEnded) this.#endIfIdle();
    this.#resumeClient();
  }

  /** Refuses the request under way. */
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

  /** Refuses the request that would be the next. */
  #refuseNext(fault: Fault): void {
    const { isApi, isHead } = this.#next;
    this.#answerLast({ ...fault, isApi, isHead });
  }

  #answerLast(refused: RefusedRequest): void {
    this.#inner.close();
    this.#held = null;
    this.#sendRefusal(this.#refuseWith(refused));
    this.#end();
  }

  #endIfIdle(): void {
    if (this.#isUnderWay || this.#held !== null || this.#isOver) return;
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
    // The runtime may use the bytes again.
    this.#toClient.push(Buffer.from(bytes.subarray(written)));
    this.#inner.pause();
  }

  /** Sends a refusal after a rest, in which nothing is read. */
  #sendRefusal(bytes: Buffer): void {
    if (this.#refusing !== undefined) {
      this.#send(bytes);
      return;
    }
    this.#client.pause();
    clearTimeout(this.#resting);
    this.#toClient.push(Buffer.from(bytes));
    this.#isHolding = true;
    this.#refusing = setTimeout(() => {
      this.#isHolding = false;
      this.drain();
      if (!this.#isOver) this.#resumeClient();
    }, REFUSAL_MS);
  }

  #resumeClient(): void {
    if (this.#held === null && !this.#inner.isFull) this.#client.resume();
  }

  /** Nothing more is sent behind what waits. */
  #end(): void {
    this.#isOver = true;
    this.#endWhenTaken();
  }

  #endWhenTaken(): void {
    if (this.#toClient.length === 0) this.#endClient();
  }

  /** Reads nothing from the client for a while. */
  #rest(ms: number): void {
    this.#client.pause();
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#resumeClient(), ms);
  }

  #endClient(): void {
    const isIdle = this.#body.isOver && !this.#next.isBegun && this.#held === null;
    if (this.#hasClientEnded || isIdle) {
      this.#client.end();
      return;
    }
    this.#client.shutdown();
    this.#rest(LINGER_REST_MS);
    this.#lingering = setTimeout(() => this.#client.terminate(), LINGER_MS);
  }
}
