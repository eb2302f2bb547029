import { createToken } from '../../../../contracts/account.ts';
import { expectData } from '../../people/people-steps.ts';
import { openSetUpSite, type SetUpSite } from '../../set-up-site.ts';

export const PATH = '/yourls-api.php';

export type Fields = Readonly<Record<string, string>>;

export interface YourlsAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** A site as clients of YOURLS see it, with the token of its owner. */
export class YourlsSite implements AsyncDisposable {
  readonly site: SetUpSite;
  readonly signature: string;

  private constructor(site: SetUpSite, signature: string) {
    this.site = site;
    this.signature = signature;
  }

  static async open(): Promise<YourlsSite> {
    const site = await openSetUpSite();
    const { token } = await expectData<{ token: string }>(site, createToken, {}, site.token);
    return new YourlsSite(site, token);
  }

  post(fields: Fields, init: RequestInit = {}): Promise<Response> {
    return this.site.fetch(PATH, { method: 'POST', body: new URLSearchParams(fields), ...init });
  }

  /** With the token, as JSON. */
  async ask(fields: Fields): Promise<YourlsAnswer> {
    const sent = { signature: this.signature, format: 'json', ...fields };
    const response = await this.post(sent);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  short(code: string): string {
    return new URL(code, this.site.url).href;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.site[Symbol.asyncDispose]();
  }
}
