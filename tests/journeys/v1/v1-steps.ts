import { ProtocolSite, type ProtocolCall } from '../compat/protocol-site.ts';
import type { SetUpSite } from '../set-up-site.ts';
import type { TestSiteOptions } from '../test-site.ts';

export interface V1Answer {
  readonly status: number;
  readonly headers: Headers;
  /** What JSON it holds; an empty object = none. */
  readonly body: Record<string, unknown>;
}

const placeToken = (token: string) => ({ authorization: `Bearer ${token}` });

/** A site as programs see it, with the token of its owner. */
export class V1Site implements AsyncDisposable {
  readonly site: SetUpSite;
  readonly token: string;
  readonly #protocol: ProtocolSite;

  private constructor(protocol: ProtocolSite) {
    this.#protocol = protocol;
    this.site = protocol.site;
    this.token = protocol.token;
  }

  static async open(options?: TestSiteOptions): Promise<V1Site> {
    return new V1Site(await ProtocolSite.open(placeToken, options));
  }

  /** `call` is a method and a path below `/api/v1`. */
  async ask(call: `${string} /${string}`, sent?: ProtocolCall): Promise<V1Answer> {
    const [method = '', path = ''] = call.split(' ', 2);
    const answer = await this.#protocol.ask(`${method} /api/v1${path}`, sent);
    const body = answer.body === '' ? {} : (answer.body as Record<string, unknown>);
    return { ...answer, body };
  }

  /** Creates links; returns their ids. */
  async create(...links: readonly object[]): Promise<number[]> {
    const { body } = await this.ask('POST /links/many', { body: { links } });
    return (body['results'] as { link: { id: number } }[]).map(({ link }) => link.id);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#protocol[Symbol.asyncDispose]();
  }
}
