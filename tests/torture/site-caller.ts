import { login } from '../../contracts/account.ts';
import type { Envelope } from '../../contracts/envelope.ts';
import type { ReplyOf, Route } from '../../contracts/route.ts';
import { getStatus } from '../../contracts/status.ts';
import { admin, pathOf } from '../journeys/test-site.ts';

/** Calls a server in another process; throws when that is killed. */
export class SiteCaller {
  readonly #url: string;
  readonly #token: string | null;

  constructor(url: string, token: string | null = null) {
    this.#url = url;
    this.#token = token;
  }

  /** The token survives a restart of the server. */
  async signIn(): Promise<string> {
    const { data } = await this.call(login, admin);
    return (data as { token: string }).token;
  }

  async call(route: Route, fields: object): Promise<Envelope<unknown>> {
    const authorization = this.#token === null ? {} : { authorization: `Bearer ${this.#token}` };
    const [method] = route.methods;
    const query = new URLSearchParams(fields as Record<string, string>);
    const path = method === 'GET' ? `${route.path}?${query.toString()}` : pathOf(route, fields);
    const response = await fetch(new URL(path, this.#url), {
      method,
      headers: { 'content-type': 'application/json', ...authorization },
      body: method === 'GET' ? null : JSON.stringify(fields),
    });
    return (await response.json()) as Envelope<unknown>;
  }

  /** The clicks of the status. */
  async readClicks(): Promise<ReplyOf<typeof getStatus>['clicks']> {
    const { data } = await this.call(getStatus, {});
    return (data as ReplyOf<typeof getStatus>).clicks;
  }
}
