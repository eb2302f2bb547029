import { splitCode } from '../../contracts/links/domain-code.ts';
import type { Reference } from '../../contracts/links/look-up.ts';
import type { Engine, LinkRow } from '../engine/engine.ts';
import { Problem } from '../http/problem.ts';
import { selectChanges } from './history.store.ts';
import { selectById } from './links.store.ts';
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

/** Finds the link that a call names. `hostname` is the host of the call. */
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
  async find(lookUp: LookUp, hostname: string): Promise<LinkRow> {
    return known(await findByCode(this.#options.engine.db, this.read(lookUp, hostname)));
  }

  /** Throws like `find`. */
  async findReferred({ id, short_url: text, domain }: Reference, hostname: string) {
    if (text !== undefined) return this.find({ short_url: text, domain }, hostname);
    return known(id === undefined ? null : await selectById(this.#options.engine.db, id));
  }

  /**
   * Finds a link by a domain on which it was visited: its own, or one that it moved away from.
   * Throws like `find`.
   */
  async findVisited({ short_url: text, domain }: LookUp, hostname: string): Promise<LinkRow> {
    const { db } = this.#options.engine;
    if (domain !== undefined && !isWholeLink(text)) {
      const there = await findByCode(db, { domain, code: text });
      if (there !== null) return there;
    }
    const link = await this.find({ short_url: text }, hostname);
    if (domain === undefined || (await this.#wasOn(domain, link))) return link;
    // Without the exception of moved links, this is a wrong domain like any other.
    return this.find({ short_url: text, domain }, hostname);
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
