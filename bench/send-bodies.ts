import type { Socket } from 'bun';
import { setPriority } from 'node:os';
import { hostileBodies, type HostileBody } from './hostile-bodies.ts';

/**
 * Sends a hostile body repeatedly. Arguments: the port, the number of connections and the name of
 * the body. The first message ends the process; it sends the number of answers by status and of
 * closed connections.
 */
const [port, connections, name] = process.argv.slice(2);
const request: Buffer = toBytes(hostileBodies.find((body) => body.name === name)!);
const answers: Record<string, number> = {};

function toBytes({ method, path, type, body, chunkBytes }: HostileBody): Buffer {
  const isChunked = chunkBytes !== undefined;
  const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: a', `Content-Type: ${type}`, framing, '', ''];
  const head: Buffer = Buffer.from(lines.join('\r\n'));
  if (!isChunked) return Buffer.concat([head, body]);
  const chunks: Buffer[] = [head];
  for (let at = 0; at < body.length; at += chunkBytes) {
    const chunk = body.subarray(at, at + chunkBytes);
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}

function count(what: string): void {
  answers[what] = (answers[what] ?? 0) + 1;
}

interface Sending {
  /** The unsent rest of the current request. */
  unsent: Buffer;
}

function send(socket: Socket<Sending>): void {
  const { unsent } = socket.data;
  socket.data.unsent = unsent.subarray(Math.max(0, socket.write(unsent)));
}

/** Sends over one connection, and reconnects when it ends. */
async function connect(): Promise<void> {
  try {
    await Bun.connect<Sending>({
      hostname: '127.0.0.1',
      port: Number(port),
      data: { unsent: request },
      socket: {
        open: send,
        drain: send,
        data(socket, chunk) {
          const status = /^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1'))?.[1];
          if (status === undefined) return;
          count(status);
          // The rest of the announced body comes first.
          if (socket.data.unsent.length > 0) return;
          socket.data.unsent = request;
          send(socket);
        },
        end: (socket) => void socket.end(),
        close() {
          count('ended');
          setImmediate(() => void connect());
        },
        error: (socket) => socket.terminate(),
      },
    });
  } catch {
    setImmediate(() => void connect());
  }
}

process.on('message', () => {
  process.send?.(answers);
  process.exit();
});

// Real attackers have other machines, so this process yields to the server.
setPriority(19);
for (let connection = 0; connection < Number(connections); connection += 1) void connect();
