import { createToken } from '../../../contracts/account.ts';
import { expectData } from '../people/people-steps.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import type { TestSiteOptions } from '../test-site.ts';

export interface V1Answer {
  readonly status: number;
  readonly headers: Headers;
  /** What JSON it holds; null = none. */
  readonly body: Record<string, unknown>;
}

interface V1Call {
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A site as programs see it, with the token of its owner. */
export class V1Site implements AsyncDisposable {
  readonly site: SetUpSite;
  readonly token: string;

  private constructor(site: SetUpSite, token: string) {
    this.site = site;
    this.token = token;
  }

  static async open(options?: TestSiteOptions): Promise<V1Site> {
    const site = await openSetUpSite(options);
    const { token } = await expectData<{ token: string }>(site, createToken, {}, site.token);
    return new V1Site(site, token);
  }

  /** `call` is a method and a path below `/api/v1`. */
  async ask(
    call: `${string} /${string}`,
    { body, token, headers }: V1Call = {},
  ): Promise<V1Answer> {
    const [method = '', path = ''] = call.split(' ', 2);
    const response = await this.site.fetch(`/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token ?? this.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: JSON.parse(text === '' ? '{}' : text) as Record<string, unknown>,
    };
  }

  /** Creates links; returns their ids. */
  async create(...links: readonly object[]): Promise<number[]> {
    const { body } = await this.ask('POST /links/many', { body: { links } });
    return (body['results'] as { link: { id: number } }[]).map(({ link }) => link.id);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.site[Symbol.asyncDispose]();
  }
}
