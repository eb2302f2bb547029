import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Conversation } from './wire-messages.ts';

const HOST = '127.0.0.1';

/** A TCP proxy before PostgreSQL that can fail like a network. */
export class TcpProxy implements Disposable {
  readonly port: number;
  readonly #target: Target;
  readonly #links = new Set<Link>();
  #server: Server;
  #isHole = false;
  readonly #drops: Drop[] = [];

  private constructor(server: Server, target: Target) {
    this.port = (server.address() as AddressInfo).port;
    this.#target = target;
    this.#server = server;
    server.on('connection', this.#accept);
  }

  static async start(target: Target): Promise<TcpProxy> {
    return new TcpProxy(await listen(0), target);
  }

  url(database: string): string {
    return `postgres://postgres@${HOST}:${this.port}/${database}`;
  }

  get connections(): number {
    return this.#links.size;
  }

  async connected(count: number): Promise<void> {
    while (this.connections < count) {
      await new Promise((resolve) => void this.#server.once('connection', resolve));
    }
  }

  cutAll(): void {
    for (const link of this.#links) link.cut();
  }

  /** Refuses new connections and keeps the open ones. */
  refuse(): void {
    this.#server.close();
  }

  async accept(): Promise<void> {
    this.#server = await listen(this.port);
    this.#server.on('connection', this.#accept);
  }

  /** Accepts connections, but forwards nothing in either direction. */
  blackHole(): void {
    this.#isHole = true;
    for (const link of this.#links) link.hold();
  }

  /** Forwards everything again after `blackHole`, held-back data first. */
  passOn(): void {
    this.#isHole = false;
    for (const link of this.#links) link.passOn();
  }

  /** Drops the answer by cutting the connection; resolves then. Cannot see inside TLS. */
  dropNextCommitAnswer(): Promise<void> {
    return new Promise((onDone) => void this.#drops.push({ onDone }));
  }

  [Symbol.dispose](): void {
    this.#server.close();
    this.cutAll();
  }

  readonly #accept = (client: Socket): void => {
    const link = new Link(client, connect(this.#target), this.#drops, () => {
      this.#links.delete(link);
    });
    this.#links.add(link);
    if (this.#isHole) link.hold();
  };
}

interface Target {
  readonly host: string;
  readonly port: number;
}

interface Drop {
  readonly onDone: () => void;
}

/** A client's connection to the proxy, and the proxy's connection to the server. */
class Link {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #conversation: Conversation;
  #isHeld = false;
  /** The question whose answer must be dropped. */
  #toDrop: { readonly question: number; readonly drop: Drop } | null = null;

  constructor(client: Socket, server: Socket, drops: Drop[], onEnd: () => void) {
    this.#client = client;
    this.#server = server;
    this.#conversation = new Conversation(
      (question) => {
        const drop = this.#toDrop === null ? drops.shift() : undefined;
        if (drop !== undefined) this.#toDrop = { question, drop };
      },
      (question) => {
        if (question !== this.#toDrop?.question) return;
        const { drop } = this.#toDrop;
        this.#toDrop = null;
        this.cut();
        drop.onDone();
      },
    );
    client.on('data', (chunk: Buffer) => {
      this.#conversation.readClient(chunk);
      this.#forward(chunk, client, server);
    });
    server.on('data', (chunk: Buffer) => {
      const isWithheld = this.#toDrop !== null;
      this.#conversation.readServer(chunk);
      if (!isWithheld) this.#forward(chunk, server, client);
    });
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('end', () => other.end());
      socket.on('close', () => {
        other.destroy();
        // The server ended before its answer, so the next commit is used.
        if (this.#toDrop !== null) drops.unshift(this.#toDrop.drop);
        this.#toDrop = null;
        onEnd();
      });
    }
  }

  cut(): void {
    this.#client.destroy();
    this.#server.destroy();
  }

  hold(): void {
    this.#isHeld = true;
    this.#client.pause();
    this.#server.pause();
  }

  passOn(): void {
    this.#isHeld = false;
    this.#client.resume();
    this.#server.resume();
  }

  #forward(chunk: Buffer, from: Socket, to: Socket): void {
    if (to.destroyed || to.write(chunk)) return;
    from.pause();
    to.once('drain', () => {
      if (!this.#isHeld) from.resume();
    });
  }
}

async function listen(port: number): Promise<Server> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, HOST, resolve);
  await promise;
  return server;
}
