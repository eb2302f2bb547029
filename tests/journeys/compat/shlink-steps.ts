import type { SetUpSite } from '../set-up-site.ts';
import type { TestSiteOptions } from '../test-site.ts';
import { ProtocolSite } from './protocol-site.ts';

export interface ShlinkAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** What JSON it holds; an empty object = none. */
  readonly body: Record<string, unknown>;
}

interface ShlinkCall {
  readonly body?: unknown;
  /** An empty one is not sent. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const problemType = (slug: string): string => `https://shlink.io/api/error/${slug}`;

const placeKey = (key: string): Readonly<Record<string, string>> =>
  key === '' ? {} : { 'x-api-key': key };

/** A site as clients of Shlink see it, with the token of its owner. */
export class ShlinkSite implements AsyncDisposable {
  readonly site: SetUpSite;
  readonly key: string;
  readonly #protocol: ProtocolSite;

  private constructor(protocol: ProtocolSite) {
    this.#protocol = protocol;
    this.site = protocol.site;
    this.key = protocol.token;
  }

  static async open(options?: TestSiteOptions): Promise<ShlinkSite> {
    return new ShlinkSite(await ProtocolSite.open(placeKey, options));
  }

  /** `call` is a method and a path below `/rest/v3`. */
  async ask(
    call: `${string} /${string}`,
    { key = this.key, ...sent }: ShlinkCall = {},
  ): Promise<ShlinkAnswer> {
    const [method = '', path = ''] = call.split(' ', 2);
    const answer = await this.#protocol.ask(`${method} /rest/v3${path}`, { ...sent, token: key });
    const body = answer.body === '' ? {} : (answer.body as Record<string, unknown>);
    return { ...answer, body };
  }

  create(body: object, key = this.key): Promise<ShlinkAnswer> {
    return this.ask('POST /short-urls', { body, key });
  }

  /** The codes of a list, in its order. */
  async codes(query: string): Promise<string[]> {
    const { body } = await this.ask(`GET /short-urls?${query}`);
    const { data } = body['shortUrls'] as { data: { shortCode: string }[] };
    return data.map(({ shortCode }) => shortCode);
  }

  short(code: string): string {
    return this.#protocol.short(code);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#protocol[Symbol.asyncDispose]();
  }
}
