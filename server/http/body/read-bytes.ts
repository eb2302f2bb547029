import { nextTurn } from '../../engine/yield-to-requests.ts';
import { Problem } from '../problem.ts';

/** The longest pause in a body; also the time before `RATE_MIN` applies. */
const PAUSE_MAX_SECONDS = 10;
/** The lowest average of a body, in bytes a second. */
const RATE_MIN = 8 * 1024;

/** A body up to this size is read without a stream: at the lowest rate it takes 8 s. */
const SMALL_BYTES = 64 * 1024;
const FIRST_BYTES = 16 * 1024;

/** Throws `call.too-large`, `call.too-slow` and `call.broken-body`; reads `maxBytes` at most. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > maxBytes) throw new Problem('call.too-large');
  if (announced > 0 && announced <= SMALL_BYTES) return readSmall(request);
  if (request.body === null) return new Uint8Array();
  const room = Buffer.allocUnsafeSlow(announced > 0 ? announced : FIRST_BYTES);
  return readStream(request.body, room, maxBytes);
}

async function readSmall(request: Request): Promise<Uint8Array> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  using _ = setTimeout(() => reject(new Problem('call.too-slow')), PAUSE_MAX_SECONDS * 1000);
  return await Promise.race([request.bytes().catch(throwBroken), late]);
}

async function readStream(
  stream: ReadableStream<Uint8Array>,
  room: Buffer,
  maxBytes: number,
): Promise<Uint8Array> {
  const reader = stream.getReader();
  let bytes = room;
  let length = 0;
  const pace = new RateCheck(() => void reader.cancel().catch(() => undefined));
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(throwBroken);
      if (pace.isTooSlow) throw new Problem('call.too-slow');
      if (done) return bytes.subarray(0, length);
      const end = length + value.length;
      if (end > maxBytes) throw new Problem('call.too-large');
      if (end > bytes.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(end, 2 * bytes.length));
        bytes.copy(larger, 0, 0, length);
        bytes = larger;
      }
      // Copying ten megabytes at once would delay visitors.
      bytes.set(value, length);
      length = end;
      pace.note(value.length);
      // Tiny chunks that arrive together are read together.
      await nextTurn();
    }
  } finally {
    pace.stop();
    void reader.cancel().catch(() => undefined);
  }
}

export class RateCheck {
  readonly #onTooSlow: () => void;
  readonly #timer = setInterval(() => this.#check(), 1000);
  #seconds = 0;
  #stillSeconds = 0;
  #bytes = 0;
  isTooSlow = false;

  constructor(onTooSlow: () => void) {
    this.#onTooSlow = onTooSlow;
  }

  note(bytes: number): void {
    this.#bytes += bytes;
    this.#stillSeconds = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    this.#seconds += 1;
    this.#stillSeconds += 1;
    const isSlow = this.#seconds > PAUSE_MAX_SECONDS && this.#bytes < this.#seconds * RATE_MIN;
    if (!isSlow && this.#stillSeconds < PAUSE_MAX_SECONDS) return;
    this.isTooSlow = true;
    this.stop();
    this.#onTooSlow();
  }
}

/** The caller has left, or the body is malformed. */
export function throwBroken(): never {
  throw new Problem('call.broken-body');
}

type MaybePromise<Value> = Value | Promise<Value>;

/** Receiving a large unread body would be wasted. A small one costs less than a new connection. */
export function closeUnread(
  { headers }: Request,
  answer: MaybePromise<Response>,
  body = { hasReadBody: false },
): MaybePromise<Response> {
  const isLarge =
    headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > SMALL_BYTES;
  if (!isLarge) return answer;
  return Promise.resolve(answer).then((response) => {
    if (!body.hasReadBody) response.headers.set('Connection', 'close');
    return response;
  });
}
