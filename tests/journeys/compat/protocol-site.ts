import { createToken } from '../../../contracts/account.ts';
import { setOption } from '../../../contracts/site.ts';
import { expectData } from '../people/people-steps.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import type { TestSiteOptions } from '../test-site.ts';

export interface ProtocolAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface ProtocolCall {
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json/;

/** A site as clients of another shortener see it, with the token of its owner. */
export class ProtocolSite implements AsyncDisposable {
  readonly site: SetUpSite;
  readonly token: string;
  readonly #place: (token: string) => Readonly<Record<string, string>>;

  private constructor(site: SetUpSite, token: string, place: ProtocolSite['placeToken']) {
    this.site = site;
    this.token = token;
    this.#place = place;
  }

  /** `place` gives the headers of a call that has the token. */
  static async open(
    place: ProtocolSite['placeToken'],
    options?: TestSiteOptions,
  ): Promise<ProtocolSite> {
    const site = await openSetUpSite(options);
    const { token } = await expectData<{ token: string }>(site, createToken, {}, site.token);
    return new ProtocolSite(site, token, place);
  }

  placeToken(token: string): Readonly<Record<string, string>> {
    return this.#place(token);
  }

  /** `call` is a method and a path. */
  async ask(
    call: `${string} /${string}`,
    { body, token, headers }: ProtocolCall = {},
  ): Promise<ProtocolAnswer> {
    const [method = '', path = ''] = call.split(' ', 2);
    const response = await this.site.fetch(path, {
      method,
      headers: {
        ...this.placeToken(token ?? this.token),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    });
    const text = await response.text();
    const isJson = JSON_TYPE.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? (JSON.parse(text) as unknown) : text,
    };
  }

  short(code: string): string {
    return new URL(code, this.site.url).href;
  }

  async switch(protocols: Readonly<Record<string, 0 | 1>>): Promise<void> {
    const option = { key: 'compat', value: JSON.stringify(protocols) };
    await expectData(this.site, setOption, option, this.site.token);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.site[Symbol.asyncDispose]();
  }
}
