import type { Socket, TCPSocketListener } from 'bun';
import { createPlainVisit, readPlainVisit, type PlainVisit } from './plain-visit.ts';
import { Tunnel, type Announce } from './tunnel.ts';

/** How long a connection may be idle at least, and half of the longest, in milliseconds. */
const IDLE_MS = 30_000;
/** How often the event loop turns before a front that stops ends what is idle. */
const LAST_TURNS = 3;

export interface FrontOptions {
  readonly hostname: string;
  readonly port: number;
  /** Where the HTTP server listens on loopback. */
  readonly innerPort: number;
  /**
   * Answers a plain visit: the bytes of the redirect, or null when it takes more than that. The
   * click is staged, and counts as soon as `commit` has returned.
   */
  readonly answer: (visit: PlainVisit, bytes: Buffer, peer: Peer) => Buffer | null;
  /** Hands the staged clicks to the kernel; must not throw. */
  readonly commit: () => void;
  readonly announce: Announce;
  /** Whether other processes of this site listen on the same port. */
  readonly sharesPort?: boolean;
}

/** Who is on the other side of a connection. */
export interface Peer {
  readonly address: string;
}

class Connection implements Peer {
  readonly address: string;
  tunnel: Tunnel | null = null;
  /** Answers that leave when their clicks are with the kernel. */
  readonly answers: Buffer[] = [];
  /** The start of a head whose rest has not come yet. */
  begun: Buffer | null = null;
  /** What came while the visitor did not take the answers, and waits for that. */
  unread: Buffer | null = null;
  /** Whether nothing has come, nor gone to who is slow to read, since the last look at it. */
  isQuiet = false;
  isBlocked = false;
  /** Whether they leave at the end of this turn of the event loop. */
  isScheduled = false;
  /** Whether the visitor wants nothing behind the last answer. */
  isLast = false;
  /** Whether we have ended ours, because nothing came. */
  hasBeenEnded = false;
  /** Whether the visitor has ended their side. */
  hasEnded = false;

  constructor(address: string) {
    this.address = address;
  }

  /** Keeps what cannot be read now: the chunk is the runtime's own, and used again. */
  putOff(chunk: Buffer): void {
    this.unread = this.unread === null ? Buffer.from(chunk) : Buffer.concat([this.unread, chunk]);
  }
}

/**
 * Takes the connections of visitors. Plain visits to known codes are answered from the bytes that
 * came; whatever else comes, the whole connection from there on is the HTTP server's.
 *
 * The answers of one turn of the event loop leave together, after one write has handed all their
 * clicks to the kernel.
 */
export class Front {
  readonly #options: FrontOptions;
  readonly #listener: TCPSocketListener<Connection>;
  readonly #looks: ReturnType<typeof setInterval>;
  readonly #visit = createPlainVisit();
  readonly #connections = new Set<Socket<Connection>>();
  #answered: Socket<Connection>[] = [];
  #isStopping = false;
  #onEmpty: () => void = () => undefined;

  constructor(options: FrontOptions) {
    this.#options = options;
    this.#looks = setInterval(this.#endQuiet, IDLE_MS);
    this.#looks.unref();
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
          this.#drain(socket);
        },
        end: (socket) => this.#endOf(socket),
        close: (socket) => {
          this.#connections.delete(socket);
          if (this.#connections.size === 0) this.#onEmpty();
          socket.data.tunnel?.close();
        },
        error: (socket) => socket.terminate(),
      },
    });
  }

  /** Ends what has been idle since the last look, and closes what has not ended since then. */
  readonly #endQuiet = (): void => {
    for (const socket of this.#connections) {
      const { data: connection } = socket;
      if (connection.tunnel !== null) continue;
      if (connection.hasBeenEnded) socket.terminate();
      else if (connection.isQuiet) {
        connection.hasBeenEnded = true;
        socket.end();
      } else connection.isQuiet = true;
    }
  };

  get port(): number {
    return this.#listener.port;
  }

  /** From now on each answer ends its connection. */
  sayGoodbye(): void {
    this.#isStopping = true;
  }

  /** Takes no more connections; those without a request under way end. Resolves when all have. */
  async stop(): Promise<void> {
    // What has come while this process had no time is answered before its connection is called idle.
    for (let turn = 0; turn < LAST_TURNS; turn += 1) await new Promise(setImmediate);
    clearInterval(this.#looks);
    this.#flush();
    this.#listener.stop();
    for (const socket of this.#connections) if (socket.data.tunnel === null) socket.end();
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
      if (this.#connections.size === 0) resolve();
    });
  }

  #receive(socket: Socket<Connection>, chunk: Buffer): void {
    const connection = socket.data;
    if (connection.tunnel !== null) {
      connection.tunnel.send(chunk);
      return;
    }
    connection.isQuiet = false;
    if (connection.isBlocked) {
      connection.putOff(chunk);
      return;
    }
    const { begun } = connection;
    connection.begun = null;
    if (begun === null) this.#read(socket, chunk, false);
    else this.#read(socket, Buffer.concat([begun, chunk]), true);
  }

  /** Answers what is plain in `bytes`; `isLate`: the first head in them came in parts. */
  #read(socket: Socket<Connection>, bytes: Buffer, isLate: boolean): void {
    const { data: connection } = socket;
    const { answer } = this.#options;
    const visit = this.#visit;
    for (let at = 0; at < bytes.length && !connection.isLast; at = visit.end) {
      const isPlain = readPlainVisit(bytes, at, visit);
      if (this.#isStopping) visit.isLast = true;
      const known = isPlain ? answer(visit, bytes, connection) : null;
      if (known === null) {
        const rest = bytes.subarray(at);
        // A head may be cut in two on its way; who sends it in many parts is no matter for us.
        const isCut = !isPlain && !(isLate && at === 0) && !rest.includes('\r\n\r\n');
        if (isCut) connection.begun = Buffer.from(rest);
        else this.#handOver(socket, rest);
        return;
      }
      connection.isLast = visit.isLast;
      connection.answers.push(known);
      this.#schedule(socket);
    }
  }

  #schedule(socket: Socket<Connection>): void {
    if (socket.data.isScheduled) return;
    socket.data.isScheduled = true;
    if (this.#answered.length === 0) setImmediate(this.#flush);
    this.#answered.push(socket);
  }

  readonly #flush = (): void => {
    const answered = this.#answered;
    this.#answered = [];
    this.#options.commit();
    for (const socket of answered) {
      socket.data.isScheduled = false;
      this.#drain(socket);
    }
  };

  #drain(socket: Socket<Connection>): void {
    const { data: connection } = socket;
    const { answers, tunnel } = connection;
    if (answers.length > 0) {
      const bytes = answers.length === 1 ? answers[0]! : Buffer.concat(answers);
      const written = Math.max(0, socket.write(bytes));
      answers.length = 0;
      if (written < bytes.length) {
        // The bytes of an answer may change with the next one to the same link.
        answers.push(Buffer.from(bytes.subarray(written)));
        // Who does not read is not listened to.
        connection.isBlocked = true;
        socket.pause();
        return;
      }
    }
    if (connection.isBlocked) {
      connection.isBlocked = false;
      socket.resume();
      const { unread } = connection;
      connection.unread = null;
      if (unread !== null) {
        this.#receive(socket, unread);
        return;
      }
    }
    if (tunnel !== null) tunnel.drain();
    else if (connection.isLast || connection.hasEnded) socket.close();
  }

  #handOver(socket: Socket<Connection>, chunk: Buffer): void {
    const { data: connection } = socket;
    if (connection.answers.length > 0) this.#flush();
    if (connection.isBlocked) {
      connection.putOff(chunk);
      return;
    }
    const tunnel = new Tunnel(socket);
    connection.tunnel = tunnel;
    tunnel.send(chunk);
    if (connection.hasEnded) tunnel.end();
    const { innerPort, announce } = this.#options;
    void tunnel.connect(innerPort, connection.address, announce);
  }

  #endOf(socket: Socket<Connection>): void {
    const { data: connection } = socket;
    connection.hasEnded = true;
    if (connection.begun !== null) this.#handOver(socket, connection.begun);
    else if (connection.tunnel !== null) connection.tunnel.end();
    else if (connection.answers.length === 0) socket.end();
  }
}
