import type { TCPSocketListener } from 'bun';
import { Connection, type Peer } from './connection.ts';
import { OpenConnections } from './open-connections.ts';
import { createFastVisit, parseFastVisit, type FastVisit } from './fast-visit.ts';
import { Tunnel, type TunnelOptions } from './tunnel.ts';

const LAST_TURNS = 3;
const STOP_GRACE_MS = 3000;

type MaybePromise<Value> = Value | Promise<Value>;

export interface FrontOptions extends TunnelOptions {
  readonly hostname: string;
  readonly port: number;
  /**
   * Returns null when the fast path cannot answer. Stages the click; `commit` makes it count. A
   * pending answer must copy the visit, because the next one overwrites it. It stages no click if
   * the visitor has left.
   */
  readonly answer: (visit: FastVisit, bytes: Buffer, peer: Peer) => MaybePromise<Buffer | null>;
  /** Hands the staged clicks to the kernel; must not throw. */
  readonly commit: () => void;
  /** In lower case. */
  readonly countryHeader?: string | null;
  /** Whether other processes of this site listen on the port too. */
  readonly sharesPort?: boolean;
}

/**
 * Answers fast-path visits from the received bytes. At any other request, the HTTP server gets the
 * rest of the connection.
 *
 * Everything received in a turn of the event loop is handled at its end: look-ups share a query,
 * and one write hands all clicks to the kernel before the answers leave.
 */
export class Front {
  readonly #options: FrontOptions;
  readonly #listener: TCPSocketListener<Connection>;
  readonly #visit: FastVisit;
  readonly #connections = new OpenConnections((connection) => this.#handOver(connection));
  #scheduled: Connection[] = [];
  #isStopping = false;
  #hasStopped = false;

  constructor(options: FrontOptions) {
    this.#options = options;
    this.#visit = createFastVisit(options.countryHeader);
    this.#listener = Bun.listen<Connection>({
      hostname: options.hostname,
      port: options.port,
      // Without `exclusive`, a second program could share the port.
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
          connection.isIdle = false;
          options.commit();
          this.#send(connection);
        },
        end: (socket) => this.#onClientEnd(socket.data),
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

  closeAfterAnswers(): void {
    this.#isStopping = true;
  }

  /** Closes idle connections. Others close with their answer, or after `graceMs`. */
  async stop(graceMs = STOP_GRACE_MS): Promise<void> {
    // A busy process may have unread requests: answer these before calling a connection idle.
    for (let turn = 0; turn < LAST_TURNS; turn += 1) await new Promise(setImmediate);
    this.#takeTurn();
    this.#listener.stop();
    this.#hasStopped = true;
    await this.#connections.endAll(graceMs);
  }

  #receive(connection: Connection, chunk: Buffer): void {
    connection.isIdle = false;
    if (connection.tunnel !== null) {
      connection.tunnel.receive(chunk);
      return;
    }
    connection.addUnread(chunk);
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

  #read(connection: Connection): void {
    const { unread: bytes, isHeadIncomplete: wasCut } = connection;
    if (bytes === null || connection.isHandedOver) return;
    connection.unread = null;
    connection.isHeadIncomplete = false;
    const visit = this.#visit;
    for (let at = 0; at < bytes.length && !connection.isLast; at = visit.end) {
      const isFast = parseFastVisit(bytes, at, visit);
      if (this.#isStopping) visit.isLast = true;
      const reply = isFast ? this.#answer(visit, bytes, connection) : null;
      if (reply === null) {
        const rest = bytes.subarray(at);
        connection.unread = rest;
        // The network may cut a head in two. Heads in more parts go to the HTTP server.
        connection.isHeadIncomplete =
          !isFast && !(wasCut && at === 0) && !connection.hasEnded && mayBecomeFast(rest);
        connection.isHandedOver = !connection.isHeadIncomplete;
        return;
      }
      if (reply instanceof Promise) {
        connection.unread = bytes.subarray(at);
        this.#wait(connection, reply, visit.end - at, visit.isLast);
        return;
      }
      connection.answer(reply);
      connection.isLast = visit.isLast;
    }
  }

  #answer(visit: FastVisit, bytes: Buffer, peer: Peer): MaybePromise<Buffer | null> {
    try {
      return this.#options.answer(visit, bytes, peer);
    } catch {
      // The HTTP server tries again and reports the error.
      return null;
    }
  }

  #wait(
    connection: Connection,
    answer: Promise<Buffer | null>,
    length: number,
    isLast: boolean,
  ): void {
    connection.isWaiting = true;
    const finish = (reply: Buffer | null): void => {
      connection.isWaiting = false;
      if (connection.hasLeft) return;
      if (reply === null) connection.isHandedOver = true;
      else {
        connection.answer(reply);
        connection.isLast = isLast;
        const { unread } = connection;
        connection.unread = unread!.length === length ? null : unread!.subarray(length);
      }
      connection.socket.resume();
      this.#schedule(connection);
    };
    answer.then(finish, () => finish(null));
  }

  #send(connection: Connection): void {
    if (connection.hasLeft) return;
    const { socket } = connection;
    const unsent = connection.takeUnsent();
    if (unsent !== null) {
      const written = Math.max(0, socket.write(unsent));
      if (written < unsent.length) {
        // The next answer to the same link may change these bytes.
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
    else if (connection.unread !== null && !connection.isHeadIncomplete) this.#schedule(connection);
    else if (connection.isLast || connection.hasEnded || this.#hasStopped) socket.close();
  }

  #handOver(connection: Connection): void {
    const { socket, address, unread, hasEnded } = connection;
    const tunnel = new Tunnel(socket, address, this.#options);
    connection.tunnel = tunnel;
    connection.isHeadIncomplete = false;
    connection.unread = null;
    tunnel.receive(unread!);
    if (hasEnded) tunnel.end();
  }

  #onClientEnd(connection: Connection): void {
    connection.hasEnded = true;
    if (connection.tunnel !== null) connection.tunnel.end();
    else this.#schedule(connection);
  }
}

const VISIT_START = Buffer.from('GET /');
const VISIT_END = ' HTTP/1.1\r';

function mayBecomeFast(head: Buffer): boolean {
  const length = Math.min(head.length, VISIT_START.length);
  if (head.compare(VISIT_START, 0, length, 0, length) !== 0) return false;
  const lineFeed = head.indexOf('\n');
  if (lineFeed === -1) return true;
  if (head.toString('latin1', lineFeed - VISIT_END.length, lineFeed) !== VISIT_END) return false;
  return !head.includes('\r\n\r\n');
}
