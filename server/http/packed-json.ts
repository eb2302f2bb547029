import { SUCCESS, type Envelope } from '../../contracts/envelope.ts';
import { preferredCoding } from './preferred-coding.ts';

/** What stands around the data of a success. */
const [BEFORE_DATA, AFTER_DATA] = JSON.stringify({
  code: 200,
  msg: SUCCESS,
  data: null,
} satisfies Envelope<null>).split('null') as [string, string];
/** What is usual, 6, takes twice as long, and spares a fifteenth. */
const LEVEL = 3;

/** A success that another process has written: its envelope with the data, as JSON under gzip. */
export class PackedJson<Data> {
  readonly #bytes: Uint8Array<ArrayBuffer>;

  /** Takes what {@link packJson} has made. */
  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes;
  }

  /** What was packed, as its JSON tells it. */
  get data(): Data {
    return (JSON.parse(this.#unpack()) as { data: Data }).data;
  }

  /** The answer to a client that sends this `Accept-Encoding`. */
  toResponse(acceptEncoding = ''): Response {
    const headers = { 'Content-Type': 'application/json' };
    return preferredCoding(acceptEncoding, ['gzip']) === 'gzip'
      ? new Response(this.#bytes, { headers: { ...headers, 'Content-Encoding': 'gzip' } })
      : new Response(this.#unpack(), { headers });
  }

  #unpack(): string {
    return new TextDecoder().decode(Bun.gunzipSync(this.#bytes));
  }
}

/** Writes data as a {@link PackedJson} takes it. */
export function packJson(data: unknown): Uint8Array<ArrayBuffer> {
  return Bun.gzipSync(`${BEFORE_DATA}${JSON.stringify(data)}${AFTER_DATA}`, { level: LEVEL });
}
