import { formatShortLink, splitCode } from '../../../contracts/links/domain-code.ts';
import type { Call } from '../../http/endpoint.ts';
import { askedDomain, type DomainOptions } from '../asked-domain.ts';

export const MAIN = '';

export interface HostsOptions extends DomainOptions {
  readonly baseUrl: URL | null;
}

/** The domains of the site, as Shlink names them. */
export class Hosts {
  readonly #options: HostsOptions;

  constructor(options: HostsOptions) {
    this.#options = options;
  }

  /** Without a base URL, the host of the call. */
  mainHost({ site }: Pick<Call, 'site'>): string {
    return (this.#options.baseUrl ?? site).host;
  }

  /** The address of a stored code; empty for none. */
  shortLink(stored: string, { site }: Pick<Call, 'site'>): string {
    if (stored === '') return '';
    const { domain, code } = splitCode(stored);
    return formatShortLink({ domain, short_url: code }, this.#options.baseUrl ?? site);
  }

  /** '' = the main domain, also for `DEFAULT` and no name; null = the site has no such domain. */
  read(name: string | undefined, call: Pick<Call, 'hostname'>): string | null {
    if (name === undefined || name === '' || name === 'DEFAULT') return MAIN;
    return askedDomain(this.#options, name, call);
  }
}
