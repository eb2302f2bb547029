import { toDomain } from '../../contracts/domain-name.ts';
import type { Call } from '../http/endpoint.ts';

interface HostsOptions {
  /** The further domain of a host name; undefined = the main one, or another site. */
  readonly domainOf: (hostname: string) => string | undefined;
  readonly baseUrl: URL | null;
}

/** The hosts of the site, for faces that name links by code. */
export class Hosts {
  readonly #options: HostsOptions;

  constructor(options: HostsOptions) {
    this.#options = options;
  }

  /** The address of the main domain: that of the call, if no base URL is set. */
  main({ site }: Pick<Call, 'site'>): URL {
    return this.#options.baseUrl ?? site;
  }

  /** The further domain that was called; undefined = the main one. */
  called({ hostname }: Pick<Call, 'hostname'>): string | undefined {
    return this.#options.domainOf(hostname);
  }

  /** What names the link with a code on the domain that was called. */
  linkAt(code: string, call: Pick<Call, 'hostname'>) {
    return { short_url: code, domain: this.called(call) };
  }

  /**
   * The further domain that a call is about; '' = the main one, null = the site has no such domain.
   * Without a field that names it, the domain that was called.
   */
  named(name: string | undefined, call: Pick<Call, 'hostname'>): string | null {
    const called = this.called(call) ?? '';
    if (name === undefined) return called;
    const { domainOf, baseUrl } = this.#options;
    const host = toDomain(name.replace(/:\d{1,5}$/, ''));
    const isMain = host === baseUrl?.hostname || (host === call.hostname && called === '');
    return domainOf(host) ?? (isMain ? '' : null);
  }
}
