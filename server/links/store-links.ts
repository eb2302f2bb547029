import { joinCode, splitCode } from '../../contracts/links/domain-code.ts';
import type { Authority } from '../access/reach.ts';
import { assertDomain } from '../domains/assert-domain.ts';
import type { LinkRow, NoteChange, Write } from '../engine/engine.ts';
import type { Dialect } from '../engine/sql.ts';
import { Problem } from '../http/problem.ts';
import { addTags } from '../tags/tags.store.ts';
import { refuseTaken } from './apply-edit.ts';
import { selectRestorable, selectRestorableUntil } from './bin/bin.store.ts';
import { restoreLinks } from './bin/deleted-links.store.ts';
import { ATTEMPTS_MAX, generateCode } from './codes.ts';
import { isPermanent, type Creation, type Outcome, type WantedLink } from './create-link.ts';
import { insertLinks, selectByCodes, selectById, selectPermanent } from './links.store.ts';

interface Store {
  readonly tx: Write;
  readonly changed: NoteChange;
  readonly dialect: Dialect;
  readonly authority: Authority;
  /** Without it, every link is new: an answer must not tell which links are there. */
  readonly mayRead: boolean;
  readonly ownHostnames: readonly string[];
  /** Unix seconds. */
  readonly now: number;
}

/**
 * Creates links in one transaction, each as if those before it were stored. One that is refused
 * changes nothing: because of `domains.unknown`, `links.own-host`, `links.code-taken` or
 * `links.codes-exhausted`.
 */
export async function storeLinks(store: Store, all: readonly WantedLink[]): Promise<Outcome[]> {
  const batch = new Batch(store);
  await batch.read(all);
  for (const wanted of all) await batch.add(wanted);
  return batch.insertRest(all);
}

/** Reads and inserts links together: a round trip for each would take longer than its work. */
class Batch {
  readonly #store: Store;
  readonly #unknownDomains = new Map<string, Problem>();
  /** The oldest links that always lead to their long URLs, by domain and URL. */
  readonly #permanent = new Map<string, LinkRow>();
  /** Ids of links in the bin that are to be restored. */
  readonly #binned = new Map<WantedLink, number>();
  readonly #outcomes = new Map<WantedLink, Outcome>();
  #waiting: WantedLink[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  async read(all: readonly WantedLink[]): Promise<void> {
    const { tx, dialect, authority, mayRead, now } = this.#store;
    for (const domain of new Set(all.map((wanted) => wanted.domain))) {
      const problem = await assertDomain(tx, domain).catch(keepProblem);
      if (problem !== undefined) this.#unknownDomains.set(domain, problem);
    }
    if (!mayRead) return;
    const searched = all.filter(({ link, code }) => code === null && isPermanent(link));
    const found = await selectPermanent(tx, dialect, authority.reach, searched);
    for (const row of found) this.#notePermanent(row);
    const chosen = all.filter(({ code, isRestorable }) => isRestorable && code !== null);
    const codes = chosen.map(({ code }) => code!);
    const binned = await selectRestorable(tx, dialect, authority.reach, codes, now);
    for (const wanted of chosen) {
      const last = binned.findLast(
        (row) => row.short_url === wanted.code && row.long_url === wanted.link.long_url,
      );
      if (last !== undefined) this.#binned.set(wanted, last.id);
    }
  }

  async add(wanted: WantedLink): Promise<void> {
    const unknown = this.#unknownDomains.get(wanted.domain);
    const outcome = unknown ?? (await this.#restore(wanted)) ?? (await this.#find(wanted));
    if (outcome === null) this.#waiting.push(wanted);
    else this.#outcomes.set(wanted, outcome);
  }

  async insertRest(all: readonly WantedLink[]): Promise<Outcome[]> {
    await this.#insert();
    const outcomes = all.map((wanted) => this.#outcomes.get(wanted)!);
    const tags = new Map<number, readonly string[]>();
    for (const [at, outcome] of outcomes.entries()) {
      if ('row' in outcome && outcome.origin === 'new') tags.set(outcome.row.id, all[at]!.tags);
    }
    await addTags(this.#store.tx, this.#store.dialect, tags);
    return outcomes;
  }

  async #restore(wanted: WantedLink): Promise<Outcome | null> {
    const id = this.#binned.get(wanted);
    if (id === undefined) return null;
    const { tx, changed, authority, now, ownHostnames } = this.#store;
    const restoration = { authority, ids: [id], now, ownHostnames, field: 'restore' } as const;
    const restored = await restoreLinks(tx, changed, restoration).catch(keepProblem);
    if (restored instanceof Problem) return restored;
    if (restored === 0) return null;
    const row = (await selectById(tx, authority.reach, id))!;
    this.#notePermanent(row);
    return { row, origin: 'restored' };
  }

  /** The link that a request without a code gets instead of a new one. */
  async #find({ link, domain, code }: WantedLink): Promise<Creation | null> {
    if (code !== null || !isPermanent(link) || !this.#store.mayRead) return null;
    const isWaiting = this.#waiting.some(
      (other) =>
        other.domain === domain && other.link.long_url === link.long_url && isPermanent(other.link),
    );
    if (isWaiting) await this.#insert();
    const row = this.#permanent.get(joinCode(domain, link.long_url));
    return row === undefined ? null : { row, origin: 'equal' };
  }

  async #insert(): Promise<void> {
    let left = this.#waiting;
    this.#waiting = [];
    for (let attempt = 0; left.length > 0 && attempt < ATTEMPTS_MAX; attempt += 1) {
      await this.#insertFree(left, attempt);
      left = left.filter((wanted) => !this.#outcomes.has(wanted));
      await this.#explainTaken(left.filter(({ code }) => code !== null));
      left = left.filter(({ code }) => code === null);
    }
    for (const wanted of left) this.#outcomes.set(wanted, new Problem('links.codes-exhausted'));
  }

  async #insertFree(all: readonly WantedLink[], attempt: number): Promise<void> {
    const { tx, changed, dialect, now } = this.#store;
    const byCode = new Map<string, WantedLink>();
    for (const wanted of all) {
      const { code, domain } = wanted;
      byCode.getOrInsert(
        code ?? joinCode(domain, generateCode(attempt, wanted.codeLength)),
        wanted,
      );
    }
    const links = [...byCode].map(([short_url, { link, code }]) => ({
      link: Object.assign({ short_url }, link),
      isGenerated: code === null,
    }));
    for (const [code, row] of await insertLinks(tx, changed, dialect, links, now)) {
      this.#notePermanent(row);
      this.#outcomes.set(byCode.get(code)!, { row, origin: 'new' });
    }
  }

  /** A code of another link, or of one in the bin that the caller may restore. */
  async #explainTaken(all: readonly WantedLink[]): Promise<void> {
    const { tx, dialect, authority, mayRead, now } = this.#store;
    const { actor, reach } = authority;
    if (!mayRead) {
      for (const wanted of all) this.#outcomes.set(wanted, refuseTaken());
      return;
    }
    const codes = all.map(({ code }) => code!);
    const present = await selectByCodes(tx, dialect, reach, codes);
    const hidden = actor.kind === 'guest' ? [] : codes.filter((code) => !present.has(code));
    const until = await selectRestorableUntil(tx, dialect, reach, hidden, now);
    for (const wanted of all) {
      const row = present.get(wanted.code!);
      const isSame = row?.long_url === wanted.link.long_url && row.routing === wanted.link.routing;
      const outcome = isSame
        ? ({ row, origin: 'chosen' } as const)
        : refuseTaken(until.get(wanted.code!));
      this.#outcomes.set(wanted, outcome);
    }
  }

  #notePermanent(row: LinkRow): void {
    if (!isPermanent(row)) return;
    const key = joinCode(splitCode(row.short_url).domain, row.long_url);
    const oldest = this.#permanent.get(key);
    if (oldest === undefined || row.id < oldest.id) this.#permanent.set(key, row);
  }
}

function keepProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}
