import type { Change } from '../../contracts/links/history.ts';
import type { createLinks as createManyRoute } from '../../contracts/links/create-many.ts';
import type {
  Link,
  listLinks as listRoute,
  searchLinks as searchRoute,
} from '../../contracts/links/links.ts';
import type { LinkFilter, LinkSelection } from '../../contracts/links/link-filter.ts';
import type { Reference } from '../../contracts/links/look-up.ts';
import type { CheckedRequestOf, ReplyOf } from '../../contracts/route.ts';
import { assertEditable, authorityOf, editedReachOf, reachOf } from '../access/reach.ts';
import type { LinkRow } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { Problem } from '../http/problem.ts';
import { applyEdit } from './apply-edit.ts';
import {
  listCreations,
  readWanted,
  showCreations,
  mayRead,
  type CreatedLink,
  type CreateOptions,
  type Creation,
  type LinkCall,
} from './create-link.ts';
import { createMany, type HowMany, type ManyCall } from './create-many.ts';
import {
  deleteAll,
  deleteByCode,
  deleteById,
  deleteByIds,
  restoreByIds,
} from './bin/deleted-links.store.ts';
import { createGuestLimit } from './guest-limit.ts';
import { LinkLists, searchPage, type LinkListsOptions, type Wanted } from './lists/link-lists.ts';
import type { Place, Start } from './lists/list-from.ts';
import { selectListedIds, type Listing } from './lists/listed-ids.ts';
import {
  LinkRules,
  type LinkChange,
  type LinkRequest,
  type LinkRulesOptions,
} from './link-rules.ts';
import { fillTitle, selectById } from './links.store.ts';
import { assertRevision } from './revision.ts';
import type { FurtherFilter } from './lists/find-links.ts';
import { isSought, selectSought, type Sought } from './look-up/equal-links.ts';
import { LookUps } from './look-up/look-ups.ts';
import { assertCanGive, resolveOwner } from './owners.ts';
import type { PageTitles, Urgency } from '../page-titles/page-title.ts';
import { showLinks, type ShowOptions } from './show-links.ts';
import { storeLinks } from './store-links.ts';
import { listChanges, revertLink } from './history/revert.ts';
import { isWholeLink, type LookUp } from './look-up/short-link.ts';

export interface LinksOptions extends LinkListsOptions, LinkRulesOptions, ShowOptions {
  readonly pageTitles: PageTitles;
  readonly guestLinksPerHour: () => number;
}

/** The rules of links, for the routes of any protocol. Each takes checked fields, and its call. */
export class Links {
  readonly #options: LinksOptions;
  readonly #lists: LinkLists;
  readonly #rules: LinkRules;
  readonly #lookUps: LookUps;
  readonly #countGuestLink: ReturnType<typeof createGuestLimit>;

  constructor(options: LinksOptions) {
    this.#options = options;
    this.#lists = new LinkLists(options);
    this.#rules = new LinkRules(options);
    this.#lookUps = new LookUps(options);
    this.#countGuestLink = createGuestLimit(options.engine, options.guestLinksPerHour);
  }

  /**
   * Returns a matching live link instead of creating one: same long URL, and the same code or
   * neither code nor expiry. Without a title, the page's title is fetched in the background.
   */
  async create(
    request: LinkRequest,
    call: LinkCall,
    { isNew = false, codeLength }: CreateOptions = {},
  ): Promise<CreatedLink> {
    const { engine } = this.#options;
    if (call.caller.via === 'nothing') await this.#countGuestLink(call.address);
    const now = nowSeconds();
    const wanted = await readWanted(this.#rules, request, call, now);
    const creator = {
      authority: authorityOf(call),
      mayRead: mayRead(call.caller) && !isNew,
      ownHostnames: this.#rules.ownHostnames(call.hostname),
      now,
    };
    const outcomes = await engine.write((tx, changed) =>
      storeLinks({ tx, changed, dialect: engine.sql, ...creator }, [{ ...wanted, codeLength }]),
    );
    this.#fetchTitles(outcomes, 'later');
    const [shown] = await showCreations(this.#options, outcomes, call);
    if (shown instanceof Problem) throw shown;
    return shown!.link;
  }

  /** Creates links as `create` does; each that cannot be created fails alone. */
  createMany(
    request: CheckedRequestOf<typeof createManyRoute>,
    call: ManyCall,
    how?: HowMany,
  ): Promise<ReplyOf<typeof createManyRoute>> {
    const onCreated = (outcomes: readonly (Creation | Problem)[]) =>
      this.#fetchTitles(outcomes, 'last');
    return createMany({ ...this.#options, onCreated }, request, call, how);
  }

  async list(
    request: CheckedRequestOf<typeof listRoute> & FurtherFilter,
    call: LinkCall,
  ): Promise<ReplyOf<typeof listRoute>> {
    const { page = 1, limit, after, sort, order, ...selection } = request;
    const filter = resolveOwner(selection, call.caller);
    const reach = reachOf(call.caller);
    const { total, rows } =
      after === undefined
        ? await this.#lists.all(reach, filter, { page, limit, sort, order })
        : await this.#lists.after(reach, filter, { after, limit, order });
    return { total, page, limit, urls: await this.#show(rows, call) };
  }

  /** The oldest live link with everything that is given; null = there is none. */
  async findEqual(sought: Sought, call: LinkCall): Promise<Link | null> {
    const reach = reachOf(call.caller);
    for await (const rows of selectSought(this.#options.engine, reach, sought)) {
      const found = (await this.#show(rows, call)).find((link) => isSought(link, sought));
      if (found !== undefined) return found;
    }
    return null;
  }

  /** The next `size` links of an order. `next`: where the rest begins; null = there is none. */
  async listFrom(
    { size, sort, order, place, ...selection }: LinkFilter & Start,
    call: LinkCall,
  ): Promise<{ readonly links: Link[]; readonly next: Place | null }> {
    const filter = resolveOwner(selection, call.caller);
    const start = { size: size + 1, sort, order, place };
    const { places, rows } = await this.#lists.from(reachOf(call.caller), filter, start);
    const last = places.length > size ? places[size - 1]! : null;
    const ids = new Set(places.slice(0, size).map(({ id }) => id));
    const listed = rows.filter(({ id }) => ids.has(id));
    return { links: await this.#show(listed, call), next: last };
  }

  /** Throws `links.none-found`. */
  async search(
    request: CheckedRequestOf<typeof searchRoute>,
    call: LinkCall,
  ): Promise<ReplyOf<typeof searchRoute>> {
    const { filter: field, keyword, page, limit, sort, order, ...selection } = request;
    const filter = resolveOwner(selection, call.caller);
    const slice = searchPage(page, limit, { sort, order });
    const wanted = await this.#readWanted({ field, keyword, filter }, call);
    const { total, rows } = await this.#lists.search(reachOf(call.caller), wanted, slice);
    if (total === 0) throw new Problem('links.none-found');
    return { total, page: slice.page, limit: slice.limit, urls: await this.#show(rows, call) };
  }

  /** The ids of links, in batches; see {@link selectListedIds}. Throws `links.unknown`. */
  async listIds(
    {
      where: wanted,
      ...listing
    }: Omit<Listing, 'domains' | 'where'> & { readonly where: LinkSelection },
    call: Pick<LinkCall, 'caller' | 'hostname'>,
  ): Promise<AsyncGenerator<number[]>> {
    const { engine, domains } = this.#options;
    let where = resolveOwner(wanted, call.caller);
    const { filter: field, keyword, ...filter } = where;
    if (field !== undefined && keyword !== undefined) {
      const read = await this.#readWanted({ field, keyword, filter }, call);
      where = { ...read.filter, filter: field, keyword: read.keyword };
    }
    const reach = reachOf(call.caller);
    return selectListedIds(engine, reach, { ...listing, where, domains: domains() });
  }

  /** Takes an id, a code or a whole short link. Throws `links.unknown`. */
  async get(reference: Reference, call: LinkCall): Promise<Link> {
    return this.#showOne(await this.#lookUps.findReferred(reference, call), call);
  }

  /**
   * An edit without changes stores nothing. Throws `links.unknown`, and `links.changed` for a link
   * with none of the revisions, if any are given.
   */
  async update(change: LinkChange, call: LinkCall, revisions?: readonly string[]): Promise<Link> {
    const { engine } = this.#options;
    const authority = authorityOf(call);
    const now = nowSeconds();
    await this.#assertEditable(change.id, call);
    const merge = await this.#rules.readChange(change, call.hostname, now);
    const row = await engine.write(async (tx, changed) => {
      const link = await selectById(tx, authority.reach, change.id);
      if (link === null) throw new Problem('links.unknown');
      await assertRevision(engine, tx, link, revisions);
      const fields = merge(link);
      if (fields.owner_id !== link.owner_id)
        await assertCanGive(tx, authority.reach, fields.owner_id);
      const edit = { fields, tags: change.tags, authority, now };
      return applyEdit(engine, tx, changed, link, edit);
    });
    return this.#showOne(row, call);
  }

  /** Newest first. Throws `links.unknown`. */
  async history(reference: Reference, call: LinkCall): Promise<Change[]> {
    const { id } = await this.#lookUps.findReferred(reference, call);
    return listChanges(this.#options.engine, call.caller, id);
  }

  /** Throws `links.unknown`, `links.change-unknown` and `links.own-host`. */
  async revert({ at, ...reference }: Reference & { at: number }, call: LinkCall): Promise<Link> {
    const { id } = await this.#lookUps.findReferred(reference, call);
    await this.#assertEditable(id, call);
    const ownHostnames = this.#rules.ownHostnames(call.hostname);
    const revert = { id, at, authority: authorityOf(call), ownHostnames };
    return this.#showOne(await revertLink(this.#options.engine, revert), call);
  }

  /** Finds links like `get`. Throws `links.unknown`. */
  async delete(lookUp: LookUp, call: LinkCall): Promise<void> {
    const found = await this.#lookUps.find(lookUp, call);
    assertEditable(call.caller, found);
    const { short_url: code } = found;
    if (await deleteByCode(this.#options.engine, authorityOf(call), code, nowSeconds())) return;
    throw new Problem('links.unknown');
  }

  /** Throws like `update`. */
  async deleteById(id: number, call: LinkCall, revisions?: readonly string[]): Promise<void> {
    await this.#assertEditable(id, call);
    await deleteById(this.#options.engine, authorityOf(call), { id, revisions });
  }

  /** Returns the number of deleted links. */
  deleteMany(ids: readonly number[], call: LinkCall): Promise<number> {
    return deleteByIds(this.#options.engine, authorityOf(call), ids, nowSeconds());
  }

  /** Throws `links.own-host` if none is restored because of that. */
  restore(ids: readonly number[], call: LinkCall): Promise<number> {
    const ownHostnames = this.#rules.ownHostnames(call.hostname);
    const restoration = { authority: authorityOf(call), ids, now: nowSeconds(), ownHostnames };
    return restoreByIds(this.#options.engine, restoration);
  }

  /** Purges all links; returns their number. The right to it goes with a reach of all. */
  async clear(call: LinkCall): Promise<number> {
    const { actor, reach } = authorityOf(call);
    if (reach !== 'all') throw new Problem('call.login-required');
    return deleteAll(this.#options.engine, { actor, reach });
  }

  async #readWanted(wanted: Wanted, call: Pick<LinkCall, 'caller' | 'hostname'>): Promise<Wanted> {
    const { field, keyword, filter } = wanted;
    if (field !== 'short_url' || !isWholeLink(keyword)) return wanted;
    const lookUp = { short_url: keyword, domain: filter.domain };
    const address = await this.#lookUps.findAddress(lookUp, call);
    if (address === null) return wanted;
    return { field, keyword: address.code, filter: { ...filter, domain: address.domain } };
  }

  /** Throws `call.not-allowed` for a link that the caller sees but may not edit. */
  async #assertEditable(id: number, { caller }: LinkCall): Promise<void> {
    if (editedReachOf(caller) === 'all') return;
    assertEditable(caller, await selectById(this.#options.engine.db, reachOf(caller), id));
  }

  async #showOne(row: LinkRow, call: LinkCall): Promise<Link> {
    return (await this.#show([row], call))[0]!;
  }

  #show(rows: readonly LinkRow[], call: LinkCall): Promise<Link[]> {
    return showLinks(this.#options, rows, call);
  }

  #fetchTitles(outcomes: readonly (Creation | Problem)[], urgency: Urgency): void {
    const { engine, pageTitles, onError } = this.#options;
    for (const { origin, row } of listCreations(outcomes)) {
      if (origin !== 'new' || row.title !== '') continue;
      pageTitles
        .fetch(row.long_url, urgency)
        .then(({ title }) =>
          title === '' ? undefined : fillTitle(engine, row.id, title, nowSeconds()),
        )
        .catch(onError);
    }
  }
}
