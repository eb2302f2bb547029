import type { Socket, TCPSocketListener } from 'bun';
import { Connection, type Peer } from './connection.ts';
import { OpenConnections } from './open-connections.ts';
import { createPlainVisit, readPlainVisit, type PlainVisit } from './plain-visit.ts';
import { Tunnel, type Announce } from './tunnel.ts';

/** How often the event loop turns before a front that stops ends what is idle. */
const LAST_TURNS = 3;
/** How long visitors have when a front stops, in milliseconds. */
const STOP_GRACE_MS = 3000;

type MaybePromise<Value> = Value | Promise<Value>;

export interface FrontOptions {
  readonly hostname: string;
  readonly port: number;
  /** Where the HTTP server listens on loopback. */
  readonly innerPort: number;
  /**
   * Answers a plain visit: the bytes of the redirect, or null when it takes more than that. The
   * click is staged, and counts as soon as `commit` has returned. An answer that takes time must
   * copy what it needs of the visit, which is another one then, and stages no click of who has left.
   */
  readonly answer: (visit: PlainVisit, bytes: Buffer, peer: Peer) => MaybePromise<Buffer | null>;
  /** Hands the staged clicks to the kernel; must not throw. */
  readonly commit: () => void;
  readonly announce: Announce;
  /** The header that may name the visitor's country, in small letters. */
  readonly countryHeader?: string | null;
  /** Whether other processes of this site listen on the same port. */
  readonly sharesPort?: boolean;
}

/**
 * Takes the connections of visitors. Plain visits to known codes are answered from the bytes that
 * came; whatever else comes, the whole connection from there on is the HTTP server's.
 *
 * What has come in one turn of the event loop is read together at its end, so that its look-ups may
 * share their way to the database; and its answers leave together, after one write has handed all
 * their clicks to the kernel.
 */
export class Front {
  readonly #options: FrontOptions;
  readonly #listener: TCPSocketListener<Connection>;
  readonly #visit: PlainVisit;
  readonly #connections = new OpenConnections();
  #scheduled: Socket<Connection>[] = [];
  #isStopping = false;
  #hasStopped = false;

  constructor(options: FrontOptions) {
    this.#options = options;
    this.#visit = createPlainVisit(options.countryHeader);
    this.#listener = Bun.listen<Connection>({
      hostname: options.hostname,
      port: options.port,
      // Another program on the port is an error, not company.
      ...(options.sharesPort === true ? { reusePort: true } : { exclusive: true }),
      allowHalfOpen: true,
      socket: {
        open: (socket) => {
          socket.data = new Connection(socket.remoteAddress);
          this.#connections.add(socket);
        },
        data: (socket, chunk) => this.#receive(socket, chunk),
        drain: (socket) => {
          socket.data.isQuiet = false;
          options.commit();
          this.#send(socket);
        },
        end: (socket) => this.#endOf(socket),
        close: (socket) => {
          socket.data.hasLeft = true;
          socket.data.tunnel?.close();
          this.#connections.delete(socket);
        },
        error: (socket) => socket.terminate(),
      },
    });
  }

  get port(): number {
    return this.#listener.port;
  }

  /** From now on each answer ends its connection. */
  sayGoodbye(): void {
    this.#isStopping = true;
  }

  /**
   * Takes no more connections; those without a request under way end, the others with its answer.
   * Resolves when all have, or were cut off after `graceMs`.
   */
  async stop(graceMs = STOP_GRACE_MS): Promise<void> {
    // What has come while this process had no time is answered before its connection is called idle.
    for (let turn = 0; turn < LAST_TURNS; turn += 1) await new Promise(setImmediate);
    this.#takeTurn();
    this.#listener.stop();
    this.#hasStopped = true;
    await this.#connections.endAll(graceMs);
  }

  #receive(socket: Socket<Connection>, chunk: Buffer): void {
    const { data: connection } = socket;
    if (connection.tunnel !== null) {
      connection.tunnel.send(chunk);
      return;
    }
    connection.isQuiet = false;
    connection.keep(chunk);
    // Who does not get answers now is not listened to.
    if (connection.isBusy) socket.pause();
    else this.#schedule(socket);
  }

  #schedule(socket: Socket<Connection>): void {
    if (socket.data.isScheduled) return;
    socket.data.isScheduled = true;
    if (this.#scheduled.length === 0) setImmediate(this.#takeTurn);
    this.#scheduled.push(socket);
  }

  readonly #takeTurn = (): void => {
    const scheduled = this.#scheduled;
    this.#scheduled = [];
    for (const socket of scheduled) {
      socket.data.isScheduled = false;
      if (!socket.data.isBusy && !socket.data.hasLeft) this.#read(socket);
    }
    this.#options.commit();
    for (const socket of scheduled) this.#send(socket);
  };

  /** Answers what is plain in what came. */
  #read(socket: Socket<Connection>): void {
    const { data: connection } = socket;
    const { unread: bytes, isCut: isLate } = connection;
    if (bytes === null || connection.isHandedOver) return;
    connection.unread = null;
    connection.isCut = false;
    const visit = this.#visit;
    for (let at = 0; at < bytes.length && !connection.isLast; at = visit.end) {
      const isPlain = readPlainVisit(bytes, at, visit);
      if (this.#isStopping) visit.isLast = true;
      const known = isPlain ? this.#answer(visit, bytes, connection) : null;
      if (known === null) {
        const rest = bytes.subarray(at);
        connection.unread = rest;
        // A head may be cut in two on its way; who sends it in many parts is no matter for us.
        connection.isCut =
          !isPlain && !(isLate && at === 0) && !connection.hasEnded && isBegun(rest);
        connection.isHandedOver = !connection.isCut;
        return;
      }
      if (known instanceof Promise) {
        connection.unread = bytes.subarray(at);
        this.#wait(socket, known, visit.end - at, visit.isLast);
        return;
      }
      connection.answers.push(known);
      connection.isLast = visit.isLast;
    }
  }

  #answer(visit: PlainVisit, bytes: Buffer, peer: Peer): MaybePromise<Buffer | null> {
    try {
      return this.#options.answer(visit, bytes, peer);
    } catch {
      // The HTTP server tries again, and says what is wrong.
      return null;
    }
  }

  /** Lets the connection wait for the answer to the first `length` bytes that are unread. */
  #wait(
    socket: Socket<Connection>,
    answer: Promise<Buffer | null>,
    length: number,
    isLast: boolean,
  ): void {
    const { data: connection } = socket;
    connection.isWaiting = true;
    const goOn = (known: Buffer | null): void => {
      connection.isWaiting = false;
      if (connection.hasLeft) return;
      if (known === null) connection.isHandedOver = true;
      else {
        connection.answers.push(known);
        connection.isLast = isLast;
        const { unread } = connection;
        connection.unread = unread!.length === length ? null : unread!.subarray(length);
      }
      socket.resume();
      this.#schedule(socket);
    };
    answer.then(goOn, () => goOn(null));
  }

  /** Sends the answers whose clicks are with the kernel, and does what comes behind them. */
  #send(socket: Socket<Connection>): void {
    const { data: connection } = socket;
    if (connection.hasLeft) return;
    const { answers } = connection;
    if (answers.length > 0) {
      const bytes = answers.length === 1 ? answers[0]! : Buffer.concat(answers);
      const written = Math.max(0, socket.write(bytes));
      answers.length = 0;
      if (written < bytes.length) {
        // The bytes of an answer may change with the next one to the same link.
        answers.push(Buffer.from(bytes.subarray(written)));
        connection.isBlocked = true;
        socket.pause();
        return;
      }
    }
    if (connection.isBlocked) {
      connection.isBlocked = false;
      socket.resume();
    }
    if (connection.tunnel !== null) connection.tunnel.drain();
    else if (connection.isWaiting) return;
    else if (connection.isHandedOver) this.#handOver(socket);
    else if (connection.unread !== null && !connection.isCut) this.#schedule(socket);
    else if (connection.isLast || connection.hasEnded || this.#hasStopped) socket.close();
  }

  #handOver(socket: Socket<Connection>): void {
    const { data: connection } = socket;
    const tunnel = new Tunnel(socket);
    connection.tunnel = tunnel;
    tunnel.send(connection.unread!);
    connection.unread = null;
    if (connection.hasEnded) tunnel.end();
    const { innerPort, announce } = this.#options;
    void tunnel.connect(innerPort, connection.address, announce);
  }

  #endOf(socket: Socket<Connection>): void {
    const { data: connection } = socket;
    connection.hasEnded = true;
    if (connection.tunnel !== null) connection.tunnel.end();
    else this.#schedule(socket);
  }
}

function isBegun(head: Buffer): boolean {
  return !head.includes('\r\n\r\n');
}
