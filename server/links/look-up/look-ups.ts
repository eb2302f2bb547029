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
  isWholeLink,
  readAddress,
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

  /** Throws like `readAddress`. */
  read(lookUp: LookUp, hostname: string): Address {
    return readAddress(lookUp, splitOwnHosts(this.#options, hostname));
  }

  /** Throws `links.unknown`, and InvalidRequest for another domain. */
  async find(lookUp: LookUp, { caller, hostname }: Asking): Promise<LinkRow> {
    const { db } = this.#options.engine;
    return known(await findByCode(db, reachOf(caller), this.read(lookUp, hostname)));
  }

  /** Throws like `find`. */
  async findReferred({ id, short_url: text, domain }: Reference, call: Asking) {
    if (text !== undefined) return this.find({ short_url: text, domain }, call);
    const { db } = this.#options.engine;
    return known(id === undefined ? null : await selectById(db, reachOf(call.caller), id));
  }

  /**
   * Finds a link by a domain on which it was visited: its own, or one that it moved away from.
   * Throws like `find`.
   */
  async findVisited({ short_url: text, domain }: LookUp, call: Asking): Promise<LinkRow> {
    const { db } = this.#options.engine;
    if (domain !== undefined && !isWholeLink(text)) {
      const there = await findByCode(db, reachOf(call.caller), { domain, code: text });
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

function known(row: LinkRow | null): LinkRow {
  if (row === null) throw new Problem('links.unknown');
  return row;
}
