import type { TestSite } from '../../journeys/test-site.ts';
import type { Route } from '../../../contracts/route.ts';
import type { Envelope } from '../../../contracts/envelope.ts';

type Fetching = Pick<TestSite, 'fetch'>;

interface Cookie {
  readonly host: string;
  readonly path: string;
  readonly name: string;
  readonly value: string;
  readonly isStrict: boolean;
}

const STEPS_MAX = 20;

/** A browser as far as single sign-on sees it: cookies with their paths, and redirects. */
export class Browser {
  readonly #site: Fetching;
  readonly #home: string;
  readonly #address: string;
  #cookies: Cookie[] = [];
  /** The addresses of the last walk. */
  readonly seen: string[] = [];

  /**
   * `home` is the address of the site that the outer world knows. `address` is where the browser is,
   * for a site that trusts its proxy.
   */
  constructor(site: Fetching, home: string, address = '192.0.2.1') {
    this.#site = site;
    this.#home = home;
    this.#address = address;
  }

  /** Follows redirects from an address of the site until a page of it answers; returns that one's. */
  async walk(path: string): Promise<URL> {
    return this.#follow(new URL(path, this.#home));
  }

  /** Stops before the site gets the answer of the provider, and returns where it would be sent. */
  async walkToCallback(path: string): Promise<URL> {
    return this.#follow(new URL(path, this.#home), (url) => url.pathname.endsWith('/callback'));
  }

  async #follow(start: URL, isEnd: (url: URL) => boolean = () => false): Promise<URL> {
    let url = start;
    this.seen.length = 0;
    for (let step = 0; step < STEPS_MAX; step += 1) {
      this.seen.push(url.href);
      if (isEnd(url)) return url;
      const response = await this.#fetch(url, {}, step > 0);
      const location = response.headers.get('location');
      await response.body?.cancel();
      if (location === null) {
        if (response.status === 200) return url;
        throw new Error(`${url.href} answers ${response.status}`);
      }
      url = new URL(location, url);
    }
    throw new Error('too many redirects');
  }

  /** A call of the page, with the browser's cookies. */
  async call(route: Route, fields: object, token?: string): Promise<Envelope<unknown>> {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
    const [method] = route.methods;
    const init = { method, headers, body: JSON.stringify(fields) };
    const response = await this.#fetch(new URL(route.path, this.#home), init, false);
    return (await response.json()) as Envelope<unknown>;
  }

  /** The names of cookies that a request for this path would send. */
  cookiesFor(path: string): string[] {
    return this.#find(new URL(path, this.#home), false).map(({ name }) => name);
  }

  async #fetch(url: URL, init: RequestInit, isCrossSite: boolean): Promise<Response> {
    const sent = this.#find(url, isCrossSite);
    const headers = new Headers(init.headers);
    if (sent.length > 0) {
      headers.set('cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; '));
    }
    const isHome = url.origin === new URL(this.#home).origin;
    if (isHome) headers.set('x-forwarded-for', this.#address);
    const response = isHome
      ? await this.#site.fetch(url.pathname + url.search, { ...init, headers })
      : await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const text of response.headers.getSetCookie()) this.#store(url, text);
    return response;
  }

  #find(url: URL, isCrossSite: boolean): Cookie[] {
    return this.#cookies.filter(
      ({ host, path, isStrict }) =>
        host === url.host &&
        !(isStrict && isCrossSite) &&
        (url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`)),
    );
  }

  #store({ host, pathname }: URL, text: string): void {
    const [pair = '', ...attributes] = text.split(';').map((part) => part.trim());
    const of = (name: string) =>
      attributes.find((part) => part.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const path = of('path') ?? (pathname.slice(0, pathname.lastIndexOf('/')) || '/');
    const isSame = (other: Cookie) =>
      other.name === name && other.host === host && other.path === path;
    this.#cookies = this.#cookies.filter((other) => !isSame(other));
    const isOver = of('max-age') === '0' || value === '';
    const isStrict = of('samesite')?.toLowerCase() === 'strict';
    if (!isOver) this.#cookies.push({ host, path, name, value, isStrict });
  }
}

/** The ticket in the fragment of the page to which a round leads. */
export function ticketOf({ hash }: URL): string {
  return hash.slice(1);
}
