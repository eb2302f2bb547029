import { SUCCESS, type Envelope } from '../../../contracts/envelope.ts';
import { chooseCoding } from './choose-coding.ts';

const [BEFORE_DATA, AFTER_DATA] = JSON.stringify({
  code: 200,
  msg: SUCCESS,
  data: null,
} satisfies Envelope<null>).split('null') as [string, string];
/** The default of 6 takes twice as long and saves 7 %. */
const LEVEL = 3;

export class PackedJson<Data> {
  readonly #bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes;
  }

  get data(): Data {
    return (JSON.parse(this.#unpack()) as { data: Data }).data;
  }

  toResponse(acceptEncoding = ''): Response {
    const headers = { 'Content-Type': 'application/json' };
    return chooseCoding(acceptEncoding, ['gzip']) === 'gzip'
      ? new Response(this.#bytes, { headers: { ...headers, 'Content-Encoding': 'gzip' } })
      : new Response(this.#unpack(), { headers });
  }

  #unpack(): string {
    return new TextDecoder().decode(Bun.gunzipSync(this.#bytes));
  }
}

export function packJson(data: unknown): Uint8Array<ArrayBuffer> {
  return Bun.gzipSync(`${BEFORE_DATA}${JSON.stringify(data)}${AFTER_DATA}`, { level: LEVEL });
}
