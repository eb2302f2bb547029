import { connect } from 'node:net';

interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/**
 * Sends raw bytes, which `fetch` would normalize, and reads until the server closes. The bytes
 * should ask for `Connection: close`; `endsEarly` closes our side after them.
 */
export function sendRaw(
  siteUrl: string,
  bytes: string | Uint8Array,
  { endsEarly = false }: { endsEarly?: boolean } = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(siteUrl).port) }, () => {
      const data = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
      if (endsEarly) socket.end(data);
      else socket.write(data);
    });
    socket.setTimeout(100_000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString('utf8'))));
  });
}

/** A connection whose bytes the test sends step by step. */
interface RawConnection {
  send(text: string): void;
  end(): void;
  /** Everything received. */
  answer(): string;
  /** Resolves when this text arrives; rejects when the connection closes first. */
  waitForText(text: string): Promise<void>;
  readonly closed: Promise<void>;
}

export function openConnection(siteUrl: string): Promise<RawConnection> {
  const { promise: closed, resolve: onClose } = Promise.withResolvers<void>();
  const { promise: opened, resolve: onOpen } = Promise.withResolvers<RawConnection>();
  let answer = '';
  let isClosed = false;
  let wake: (() => void) | undefined;
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(siteUrl).port) }, () =>
    onOpen({
      send: (text) => void socket.write(text, 'latin1'),
      end: () => void socket.end(),
      answer: () => answer,
      async waitForText(text) {
        while (!answer.includes(text)) {
          if (isClosed) throw new Error(`closed after: ${answer}`);
          await new Promise<void>((resolve) => (wake = resolve));
        }
      },
      closed,
    }),
  );
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('utf8');
    wake?.();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
    wake?.();
    onClose();
  });
  return opened;
}

/** A GET of exactly this target. */
export function rawGet(
  siteUrl: string,
  target: string,
  headers: readonly string[] = ['Host: 127.0.0.1'],
): Promise<RawAnswer> {
  const lines = [`GET ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''];
  return sendRaw(siteUrl, lines.join('\r\n'));
}

function parse(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const head = end === -1 ? text : text.slice(0, end);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
  return { status, head, body: end === -1 ? '' : text.slice(end + 4) };
}
