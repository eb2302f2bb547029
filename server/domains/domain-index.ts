import type { Domain } from '../../contracts/domains.ts';

export class DomainIndex {
  #domains: readonly Domain[] = [];
  #byHost: ReadonlyMap<string, Domain> = new Map();

  use(domains: readonly Domain[]): void {
    this.#domains = domains;
    this.#byHost = new Map(domains.map((domain) => [domain.host, domain]));
  }

  get all(): readonly Domain[] {
    return this.#domains;
  }

  get hosts(): readonly string[] {
    return this.#domains.map(({ host }) => host);
  }

  get hasAny(): boolean {
    return this.#domains.length > 0;
  }

  has(host: string): boolean {
    return this.#byHost.has(host);
  }

  /** `header` may have capitals, a port and a trailing dot. Null = the main domain. */
  find(header: string): Domain | null {
    if (!this.hasAny) return null;
    const host = header.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
    return this.#byHost.get(host) ?? null;
  }
}
