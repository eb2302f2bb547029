import { createToken } from '../../../contracts/account.ts';
import { expectData } from '../people/people-steps.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import type { TestSiteOptions } from '../test-site.ts';

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

/** A site as clients of Shlink see it, with the token of its owner. */
export class ShlinkSite implements AsyncDisposable {
  readonly site: SetUpSite;
  readonly key: string;

  private constructor(site: SetUpSite, key: string) {
    this.site = site;
    this.key = key;
  }

  static async open(options?: TestSiteOptions): Promise<ShlinkSite> {
    const site = await openSetUpSite(options);
    const { token } = await expectData<{ token: string }>(site, createToken, {}, site.token);
    return new ShlinkSite(site, token);
  }

  /** `call` is a method and a path below `/rest/v3`. */
  async ask(
    call: `${string} /${string}`,
    { body, key = this.key, headers }: ShlinkCall = {},
  ): Promise<ShlinkAnswer> {
    const [method = '', path = ''] = call.split(' ', 2);
    const response = await this.site.fetch(`/rest/v3${path}`, {
      method,
      headers: {
        ...(key !== '' && { 'x-api-key': key }),
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
    return new URL(code, this.site.url).href;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.site[Symbol.asyncDispose]();
  }
}
