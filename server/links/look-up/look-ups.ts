import { splitCode } from '../../../contracts/links/domain-code.ts';
import type { Reference } from '../../../contracts/links/look-up.ts';
import { reachOf } from '../../access/reach.ts';
import type { Engine, LinkRow } from '../../engine/engine.ts';
import type { Call } from '../../http/endpoint.ts';
import { Problem } from '../../http/problem.ts';
import { selectChanges } from '../history/history.store.ts';
import { selectById } from '../links.store.ts';
import type { OwnSite } from './own-host.ts';
import {
  findByCode,
  hasScheme,
  readAddresses,
  readShortLink,
  splitOwnHosts,
  type Address,
  type LookUp,
} from './short-link.ts';

interface LookUpsOptions extends OwnSite {
  readonly engine: Engine;
}

/** Who looks up, and the host that was asked for. */
export type Asking = Pick<Call, 'caller' | 'hostname'>;

/** Finds the link that a call names, within its reach. */
export class LookUps {
  readonly #options: LookUpsOptions;

  constructor(options: LookUpsOptions) {
    this.#options = options;
  }

  /** Throws `links.unknown`, and InvalidRequest for another domain. */
  async find(lookUp: LookUp, call: Asking): Promise<LinkRow> {
    const row = await this.#findFirst(lookUp, call);
    if (row === null) throw new Problem('links.unknown');
    return row;
  }

  /**
   * The address that a text with a slash has on this site; null: it has no host of this site, and
   * may begin a code. Throws like `find`.
   */
  async findAddress(lookUp: LookUp, call: Asking): Promise<Address | null> {
    const row = await this.#findFirst(lookUp, call);
    if (row !== null) return splitCode(row.short_url);
    const { short_url: text } = lookUp;
    const link = readShortLink(text, splitOwnHosts(this.#options, call.hostname));
    if (link?.code === '' || (link === null && hasScheme(text))) throw new Problem('links.unknown');
    return link;
  }

  async #findFirst(lookUp: LookUp, call: Asking): Promise<LinkRow | null> {
    const site = splitOwnHosts(this.#options, call.hostname);
    for (const address of readAddresses(lookUp, site)) {
      const row = await this.#findAt(address, call);
      if (row !== null) return row;
    }
    return null;
  }

  #findAt(address: Address, { caller }: Asking): Promise<LinkRow | null> {
    return findByCode(this.#options.engine.db, reachOf(caller), address);
  }

  /** Throws like `find`. */
  async findReferred({ id, short_url: text, domain }: Reference, call: Asking) {
    if (text !== undefined) return this.find({ short_url: text, domain }, call);
    const { db } = this.#options.engine;
    const row = id === undefined ? null : await selectById(db, reachOf(call.caller), id);
    if (row === null) throw new Problem('links.unknown');
    return row;
  }

  /**
   * Finds a link by a domain on which it was visited: its own, or one that it moved away from.
   * Throws like `find`.
   */
  async findVisited({ short_url: text, domain }: LookUp, call: Asking): Promise<LinkRow> {
    if (domain !== undefined) {
      const there = await this.#findAt({ domain, code: text }, call);
      if (there !== null) return there;
    }
    const link = await this.find({ short_url: text }, call);
    if (domain === undefined || (await this.#wasOn(domain, link))) return link;
    // Without the exception of moved links, this is a wrong domain like any other.
    return this.find({ short_url: text, domain }, call);
  }

  async #wasOn(domain: string, { id, short_url: code }: LinkRow): Promise<boolean> {
    if (splitCode(code).domain === domain) return true;
    const changes = await selectChanges(this.#options.engine.db, id);
    return changes.some(
      ({ field, from }) =>
        field === 'short_url' && typeof from === 'string' && splitCode(from).domain === domain,
    );
  }
}
