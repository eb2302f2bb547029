import type { TCPSocketListener } from 'bun';
import { Connection, type Peer } from './connection.ts';
import { OpenConnections } from './open-connections.ts';
import { createPlainVisit, readPlainVisit, type PlainVisit } from './plain-visit.ts';
import { Tunnel, type TunnelOptions } from './tunnel.ts';

/** How often the event loop turns before a front that stops ends what is idle. */
const LAST_TURNS = 3;
/** How long visitors have when a front stops, in milliseconds. */
const STOP_GRACE_MS = 3000;

type MaybePromise<Value> = Value | Promise<Value>;

export interface FrontOptions extends TunnelOptions {
  readonly hostname: string;
  readonly port: number;
  /**
   * Answers a plain visit: the bytes of the redirect, or null when it takes more than that. The
   * click is staged, and counts as soon as `commit` has returned. An answer that takes time must
   * copy what it needs of the visit, which is another one then, and stages no click of who has left.
   */
  readonly answer: (visit: PlainVisit, bytes: Buffer, peer: Peer) => MaybePromise<Buffer | null>;
  /** Hands the staged clicks to the kernel; must not throw. */
  readonly commit: () => void;
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
  readonly #connections = new OpenConnections((connection) => this.#handOver(connection));
  #scheduled: Connection[] = [];
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
          const connection = new Connection(socket);
          socket.data = connection;
          this.#connections.add(connection);
        },
        data: (socket, chunk) => this.#receive(socket.data, chunk),
        drain: ({ data: connection }) => {
          connection.isQuiet = false;
          options.commit();
          this.#send(connection);
        },
        end: (socket) => this.#endOf(socket.data),
        close: ({ data: connection }) => {
          connection.hasLeft = true;
          connection.tunnel?.close();
          this.#connections.delete(connection);
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

  #receive(connection: Connection, chunk: Buffer): void {
    connection.isQuiet = false;
    if (connection.tunnel !== null) {
      connection.tunnel.receive(chunk);
      return;
    }
    connection.keep(chunk);
    // A client that does not get answers now is not read.
    if (connection.isBusy) connection.socket.pause();
    else this.#schedule(connection);
  }

  #schedule(connection: Connection): void {
    if (connection.isScheduled) return;
    connection.isScheduled = true;
    if (this.#scheduled.length === 0) setImmediate(this.#takeTurn);
    this.#scheduled.push(connection);
  }

  readonly #takeTurn = (): void => {
    const scheduled = this.#scheduled;
    this.#scheduled = [];
    for (const connection of scheduled) {
      connection.isScheduled = false;
      if (!connection.isBusy && !connection.hasLeft) this.#read(connection);
    }
    this.#options.commit();
    for (const connection of scheduled) this.#send(connection);
  };

  /** Answers what is plain in what came. */
  #read(connection: Connection): void {
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
        // The network may cut a head in two. One that comes in more parts is the HTTP server's.
        connection.isCut =
          !isPlain && !(isLate && at === 0) && !connection.hasEnded && mayGetPlain(rest);
        connection.isHandedOver = !connection.isCut;
        return;
      }
      if (known instanceof Promise) {
        connection.unread = bytes.subarray(at);
        this.#wait(connection, known, visit.end - at, visit.isLast);
        return;
      }
      connection.answer(known);
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
    connection: Connection,
    answer: Promise<Buffer | null>,
    length: number,
    isLast: boolean,
  ): void {
    connection.isWaiting = true;
    const goOn = (known: Buffer | null): void => {
      connection.isWaiting = false;
      if (connection.hasLeft) return;
      if (known === null) connection.isHandedOver = true;
      else {
        connection.answer(known);
        connection.isLast = isLast;
        const { unread } = connection;
        connection.unread = unread!.length === length ? null : unread!.subarray(length);
      }
      connection.socket.resume();
      this.#schedule(connection);
    };
    answer.then(goOn, () => goOn(null));
  }

  /** Sends the answers whose clicks are with the kernel, and does what comes behind them. */
  #send(connection: Connection): void {
    if (connection.hasLeft) return;
    const { socket } = connection;
    const unsent = connection.takeUnsent();
    if (unsent !== null) {
      const written = Math.max(0, socket.write(unsent));
      if (written < unsent.length) {
        // The bytes of an answer may change with the next one to the same link.
        connection.unsent = Buffer.from(unsent.subarray(written));
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
    else if (connection.isHandedOver) this.#handOver(connection);
    else if (connection.unread !== null && !connection.isCut) this.#schedule(connection);
    else if (connection.isLast || connection.hasEnded || this.#hasStopped) socket.close();
  }

  #handOver(connection: Connection): void {
    const { socket, address, unread, hasEnded } = connection;
    const tunnel = new Tunnel(socket, address, this.#options);
    connection.tunnel = tunnel;
    connection.isCut = false;
    connection.unread = null;
    tunnel.receive(unread!);
    if (hasEnded) tunnel.end();
  }

  #endOf(connection: Connection): void {
    connection.hasEnded = true;
    if (connection.tunnel !== null) connection.tunnel.end();
    else this.#schedule(connection);
  }
}

const VISIT_START = Buffer.from('GET /');
const VISIT_END = ' HTTP/1.1\r';

/** Tells whether more bytes could make a plain visit of these. */
function mayGetPlain(head: Buffer): boolean {
  const length = Math.min(head.length, VISIT_START.length);
  if (head.compare(VISIT_START, 0, length, 0, length) !== 0) return false;
  const lineFeed = head.indexOf('\n');
  if (lineFeed === -1) return true;
  if (head.toString('latin1', lineFeed - VISIT_END.length, lineFeed) !== VISIT_END) return false;
  return !head.includes('\r\n\r\n');
}
