import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What happens to the connection of an import. */
type Fault = 'none' | 'breaks off' | 'loses the answer' | 'keeps the answer' | 'crawls' | 'is gone';

const SECOND_MS = 1000;
/** Bytes a second of a slow import. */
const CRAWL = 4096;

const IMPORT = 'POST /api/import ';

/** A proxy between browsers and a site that disturbs imports. */
export class BrokenConnection implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  fault: Fault = 'none';
  #isGone = false;

  private constructor(sitePort: number) {
    this.#server = createServer((client) => this.#join(client, sitePort));
  }

  static async open(siteUrl: string): Promise<BrokenConnection> {
    const line = new BrokenConnection(Number(new URL(siteUrl).port));
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  #join(client: Socket, sitePort: number): void {
    if (this.#isGone) {
      client.destroy();
      return;
    }
    const site = connect(sitePort, '127.0.0.1');
    let fault: Fault = 'none';
    client.on('data', (chunk: Buffer) => {
      if (chunk.includes(IMPORT)) fault = this.fault;
      if (fault === 'is gone') {
        this.#isGone = true;
        for (const socket of this.#sockets) socket.destroy();
      } else if (fault === 'breaks off') {
        client.resetAndDestroy();
        site.destroy();
      } else if (fault === 'crawls') forwardSlowly(chunk, client, site);
      else site.write(chunk);
    });
    site.on('data', (chunk: Buffer) => {
      if (fault === 'loses the answer') client.resetAndDestroy();
      else if (fault !== 'keeps the answer') client.write(chunk);
    });
    for (const [socket, other] of [
      [client, site],
      [site, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Forwards a chunk, then accepts the next one. */
function forwardSlowly(chunk: Buffer, from: Socket, to: Socket): void {
  from.pause();
  let rest = chunk;
  const timer = setInterval(() => {
    if (rest.length > 0 && !to.destroyed) {
      to.write(rest.subarray(0, CRAWL));
      rest = rest.subarray(CRAWL);
      return;
    }
    clearInterval(timer);
    from.resume();
  }, SECOND_MS);
}
