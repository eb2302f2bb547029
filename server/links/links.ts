import { joinCode, splitCode } from '../../contracts/links/domain-code.ts';
import type { Change } from '../../contracts/links/history.ts';
import type { LinkFilter } from '../../contracts/links/link-filter.ts';
import type { SearchFilter } from '../../contracts/links/links.constants.ts';
import type { Link } from '../../contracts/links/links.ts';
import type { Reference } from '../../contracts/links/look-up.ts';
import type { Actor } from '../audit/actor.ts';
import { assertDomain } from '../domains/assert-domain.ts';
import type { Engine, LinkRow, NoteChange, Write } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import type { Call } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import { addTags } from '../tags/tags.store.ts';
import { applyEdit, explainTaken, refuseTaken } from './apply-edit.ts';
import { insertWithGeneratedCode } from './codes.ts';
import {
  deleteAll,
  deleteByCode,
  deleteByIds,
  restoreByIds,
  restoreLinks,
} from './deleted-links.store.ts';
import { expiryOf, LinkRules, type LinkChange, type LinkRequest } from './link-rules.ts';
import { selectBinned } from './bin.store.ts';
import { LinkLists, type LinkListsOptions, type Page, type Step } from './link-lists.ts';
import { toLink, type Unaddressed } from './link-row.ts';
import { selectFacts, type CountPending } from './link-facts.ts';
import { hashLongUrl } from './long-url-hash.ts';
import {
  fillTitle,
  insertLink,
  selectByCode,
  selectById,
  selectPermanent,
  type NewLink,
} from './links.store.ts';
import { assertForeignTargets, mergeRouting, type RoutingRequest } from './requested-routing.ts';
import { formatRouting, parseRouting, plainRouting } from './routing.ts';
import { assertNewTimes } from './link-times.ts';
import { listChanges, revertLink } from './revert.ts';
import { LookUps } from './look-ups.ts';
import type { OwnSite } from './own-host.ts';
import { findByCode, isWholeLink, listSpellings, type LookUp } from './short-link.ts';
import type { PageTitles } from './page-title.ts';

interface LinksOptions extends LinkListsOptions, OwnSite {
  readonly pageTitles: PageTitles;
  readonly countPending: CountPending;
  readonly hashPassword: (password: string) => Promise<string>;
}

interface Wanted {
  readonly field: SearchFilter;
  readonly keyword: string;
  readonly filter: LinkFilter;
}

interface Creation {
  readonly row: LinkRow;
  /** False: an existing link is returned. */
  readonly isNew: boolean;
  readonly isRestored?: true;
}

export class Links {
  readonly #options: LinksOptions;
  readonly #engine: Engine;
  readonly #lists: LinkLists;
  readonly #rules: LinkRules;
  readonly #lookUps: LookUps;

  constructor(options: LinksOptions) {
    this.#options = options;
    this.#engine = options.engine;
    this.#lists = new LinkLists(options);
    this.#rules = new LinkRules(options);
    this.#lookUps = new LookUps(options);
  }

  /**
   * Returns a matching live link instead of creating one: same long URL, and the same code or
   * neither code nor expiry. Without a title, the page's title is fetched in the background.
   */
  async create(
    request: LinkRequest,
    { hostname, address }: Pick<Call, 'hostname' | 'address'>,
    actor: Actor,
  ): Promise<Creation> {
    const longUrl = this.#rules.checkLongUrl(request.long_url, hostname);
    assertForeignTargets({ ...request, long_url: undefined }, this.#rules.ownHostnames(hostname));
    const passwordHash = await this.#hashPassword(request);
    const now = nowSeconds();
    const link = {
      long_url: longUrl,
      title: request.title ?? '',
      description: request.description ?? '',
      note: request.note ?? '',
      expires_at: expiryOf(request, now),
      is_active: request.is_active ?? 1,
      ip: address,
      owner_id: actor.account,
      is_count_only: request.is_count_only ?? 0,
      shows_numbers: request.shows_numbers ?? 0,
      routing: formatRouting(mergeRouting(plainRouting, request, passwordHash)),
    };
    assertNewTimes(link, now);
    const hash = hashLongUrl(longUrl);
    const { domain = '' } = request;
    const creation = await this.#engine.write(async (tx, changed): Promise<Creation> => {
      await assertDomain(tx, domain);
      if (request.short_url !== undefined) {
        const code = joinCode(domain, request.short_url);
        const restored =
          request.restore === 1
            ? await this.#restore(tx, changed, { code, longUrl, hostname, actor })
            : null;
        if (restored !== null) return { row: restored, isNew: false, isRestored: true };
        const chosen = { ...link, short_url: code };
        const row = await insertLink(tx, changed, chosen, hash, now, 'chosen');
        if (row !== null) return this.#addTags(tx, row, request);
        const there = await selectByCode(tx, code);
        if (there === null || !hasSameTarget(there, link)) {
          throw await explainTaken(tx, code, now);
        }
        return { row: there, isNew: false };
      }
      const isPermanent = link.expires_at === 0 && link.is_active === 1 && link.routing === '';
      const known = isPermanent ? await selectPermanent(tx, longUrl, hash, domain) : null;
      if (known !== null) return { row: known, isNew: false };
      return this.#addTags(
        tx,
        await insertWithGeneratedCode(tx, changed, domain, link, hash, now),
        request,
      );
    });
    if (creation.isNew && creation.row.title === '') this.#fetchTitle(creation.row);
    const isFound = !creation.isNew && creation.isRestored === undefined;
    if (isFound && (await this.#toLink(creation.row)).state !== 'live') throw refuseTaken();
    return creation;
  }

  async list(filter: LinkFilter, page: Page) {
    return this.#show(page, await this.#lists.all(filter, page));
  }

  async listAfter(filter: LinkFilter, step: Step) {
    return this.#show({ page: 1, ...step }, await this.#lists.after(filter, step));
  }

  /** Throws `links.none-found`. */
  async search(wanted: Wanted, page: Page, hostname: string) {
    const { field, keyword, filter } = await this.#readWanted(wanted, hostname);
    const found = await this.#lists.search(field, keyword, filter, page);
    if (found.total === 0) throw new Problem('links.none-found');
    return this.#show(page, found);
  }

  /** Takes a code or a whole short link. Throws `links.unknown`. */
  async get(lookUp: LookUp, hostname: string): Promise<Unaddressed<Link>> {
    return this.#toLink(await this.#lookUps.find(lookUp, hostname));
  }

  /** An edit without changes stores nothing. Throws `links.unknown`. */
  async update(change: LinkChange, hostname: string, actor: Actor): Promise<Unaddressed<Link>> {
    const own = this.#rules.ownHostnames(hostname);
    assertForeignTargets({ ...change, long_url: undefined }, own);
    const passwordHash = await this.#hashPassword(change);
    const now = nowSeconds();
    const row = await this.#engine.write(async (tx, changed) => {
      const link = await selectById(tx, change.id);
      if (link === null) throw new Problem('links.unknown');
      const routing = mergeRouting(parseRouting(link.routing), change, passwordHash);
      const fields = {
        ...this.#rules.mergeEdit(link, change, hostname, now),
        routing: formatRouting(routing),
      };
      return applyEdit(this.#engine, tx, changed, link, { fields, tags: change.tags, actor, now });
    });
    return this.#toLink(row);
  }

  /** Newest first. Throws `links.unknown`. */
  async history(reference: Reference, hostname: string): Promise<Change[]> {
    const { id } = await this.#lookUps.findReferred(reference, hostname);
    return listChanges(this.#engine, id);
  }

  /** Throws `links.unknown`, `links.change-unknown` and `links.own-host`. */
  async revert(
    reference: Reference,
    at: number,
    hostname: string,
    actor: Actor,
  ): Promise<Unaddressed<Link>> {
    const { id } = await this.#lookUps.findReferred(reference, hostname);
    const ownHostnames = this.#rules.ownHostnames(hostname);
    return this.#toLink(await revertLink(this.#engine, { id, at, actor, ownHostnames }));
  }

  /** Finds links like `get`. Throws `links.unknown`. */
  async delete(lookUp: LookUp, hostname: string, actor: Actor): Promise<void> {
    const { domain, code } = this.#lookUps.read(lookUp, hostname);
    for (const spelling of listSpellings(code)) {
      const stored = joinCode(domain, spelling);
      if (await deleteByCode(this.#engine, actor, stored, nowSeconds())) return;
    }
    throw new Problem('links.unknown');
  }

  deleteMany(ids: readonly number[], actor: Actor): Promise<number> {
    return deleteByIds(this.#engine, actor, ids, nowSeconds());
  }

  /** Throws `links.own-host` if none is restored because of that. */
  restore(ids: readonly number[], hostname: string, actor: Actor): Promise<number> {
    const ownHostnames = this.#rules.ownHostnames(hostname);
    return restoreByIds(this.#engine, { actor, ids, now: nowSeconds(), ownHostnames });
  }

  /** Purges all links; returns their number. */
  clear(actor: Actor): Promise<number> {
    return deleteAll(this.#engine, actor);
  }

  /** Null: the bin has no link with this code and long URL. */
  async #restore(
    tx: Write,
    changed: NoteChange,
    asked: Record<'code' | 'longUrl' | 'hostname', string> & { readonly actor: Actor },
  ): Promise<LinkRow | null> {
    const { actor, code, longUrl, hostname } = asked;
    const now = nowSeconds();
    const id = await selectBinned(tx, code, longUrl, now);
    if (id === null) return null;
    const ownHostnames = this.#rules.ownHostnames(hostname);
    const restoration = { actor, ids: [id], now, ownHostnames, field: 'restore' } as const;
    return (await restoreLinks(tx, changed, restoration)) === 1 ? selectById(tx, id) : null;
  }

  async #readWanted(wanted: Wanted, hostname: string): Promise<Wanted> {
    const { field, keyword, filter } = wanted;
    if (field !== 'short_url' || !isWholeLink(keyword)) return wanted;
    const lookUp = { short_url: keyword, domain: filter.domain };
    const address = this.#lookUps.read(lookUp, hostname);
    const { domain } = address;
    const found = await findByCode(this.#engine.db, address);
    const code = found === null ? address.code : splitCode(found.short_url).code;
    return { field, keyword: code, filter: { ...filter, domain } };
  }

  async #addTags(tx: Write, row: LinkRow, { tags = [] }: LinkRequest): Promise<Creation> {
    if (tags.length > 0) await addTags(tx, this.#engine.sql, new Map([[row.id, tags]]));
    return { row, isNew: true };
  }

  async #show({ page, limit }: Page, { total, rows }: { total: number; rows: LinkRow[] }) {
    return { total, page, limit, urls: await this.#toLinks(rows) };
  }

  async #toLink(row: LinkRow): Promise<Unaddressed<Link>> {
    return (await this.#toLinks([row]))[0]!;
  }

  async #toLinks(rows: readonly LinkRow[]): Promise<Unaddressed<Link>[]> {
    const now = nowSeconds();
    const ids = rows.map(({ id }) => id);
    const facts = await selectFacts(this.#engine, this.#options.countPending, ids, now);
    return rows.map((row) => toLink(row, now, facts));
  }

  /** '' removes the password; undefined keeps it. */
  async #hashPassword({ password }: RoutingRequest): Promise<string | undefined> {
    return password === undefined || password === ''
      ? password
      : this.#options.hashPassword(password);
  }

  #fetchTitle({ id, long_url: longUrl }: LinkRow): void {
    this.#options.pageTitles
      .fetch(longUrl)
      .then(({ title }) =>
        title === '' ? undefined : fillTitle(this.#engine, id, title, nowSeconds()),
      )
      .catch((error: unknown) => this.#options.onError(error));
  }
}

/** Whether a link leads where a request for its code wants to lead. */
function hasSameTarget(there: LinkRow, link: Omit<NewLink, 'short_url'>): boolean {
  return there.long_url === link.long_url && there.routing === link.routing;
}
