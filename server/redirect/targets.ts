import { isReservedCode } from '../../contracts/links/custom-code.ts';
import { splitCode } from '../../contracts/links/domain-code.ts';
import type { AnswerStatus } from '../../contracts/links/routing.constants.ts';
import { foldCode, normalizeCode } from '../engine/texts/code-spellings.ts';
import type { Engine, LinkTarget } from '../engine/engine.ts';
import { getStoredFamily, listStoredSpellings } from '../links/look-up/stored-spellings.ts';
import { parseRouting } from '../links/routing/routing.ts';
import { RedirectBytes, redirectHead, type RedirectHead } from './redirect-bytes.ts';
import { TargetCache, type CachedTarget } from './target-cache.ts';

const statuses: readonly AnswerStatus[] = [301, 302, 303, 307, 308];

interface TargetSource extends Pick<Engine, 'findTarget' | 'findTargetsByFoldedCode'> {
  readonly changes: Pick<Engine['changes'], 'subscribe'>;
}

export class Targets {
  readonly #source: TargetSource;
  readonly headers: Readonly<Record<string, string>>;
  readonly #heads: ReadonlyMap<AnswerStatus, RedirectHead>;
  readonly #head: RedirectHead;
  readonly #cache = new TargetCache();
  readonly #lookUps = new PendingLookUps();

  /** `headers` belong to every answer. */
  constructor(source: TargetSource, headers: Readonly<Record<string, string>>) {
    this.#source = source;
    this.headers = { ...headers, 'Cache-Control': 'private, no-store' };
    this.#heads = new Map(statuses.map((status) => [status, redirectHead(this.headers, status)]));
    this.#head = this.#heads.get(302)!;
    source.changes.subscribe('link', (code) => {
      this.#cache.forget(code);
      this.#lookUps.markChanged(code);
    });
    source.changes.subscribe('all-links', () => {
      this.#cache.clear();
      this.#lookUps.markAllChanged();
    });
  }

  get(typed: string): CachedTarget | undefined {
    return this.#cache.get(typed);
  }

  /**
   * Tries the exact code, then lower case, then other spellings. Asynchronous sources get the first
   * two together and may combine them. Reserved codes name the site's pages.
   */
  load(typed: string): CachedTarget | null | Promise<CachedTarget | null> {
    if (isReserved(typed)) return null;
    const exact = this.#findExact(typed);
    if (exact instanceof Promise) return this.#keepLater(typed, this.#findLater(typed, exact));
    const link = exact ?? this.#findOther(typed);
    return link instanceof Promise ? this.#keepLater(typed, link) : this.#keep(typed, link);
  }

  loadExact(typed: string): CachedTarget | null | Promise<CachedTarget | null> {
    if (isReserved(typed)) return null;
    const link = this.#findExact(typed);
    return link instanceof Promise ? this.#keepLater(typed, link) : this.#keep(typed, link);
  }

  #findExact(typed: string): LinkTarget | null | Promise<LinkTarget | null> {
    const exact = this.#source.findTarget(typed);
    if (exact !== null && !(exact instanceof Promise)) return exact;
    const lower = typed.toLowerCase();
    const inLower = lower === typed ? null : this.#source.findTarget(lower);
    if (exact instanceof Promise || inLower instanceof Promise) {
      return Promise.all([exact, inLower]).then(firstOf);
    }
    return inLower;
  }

  /** After a change of the link, the result serves this visit only. */
  async #keepLater(
    typed: string,
    finding: Promise<LinkTarget | null>,
  ): Promise<CachedTarget | null> {
    const lookUp = this.#lookUps.begin(typed);
    try {
      const link = await finding;
      return lookUp.isStale ? this.#prepare(link) : this.#keep(typed, link);
    } finally {
      this.#lookUps.end(lookUp);
    }
  }

  async #findLater(typed: string, finding: Promise<LinkTarget | null>): Promise<LinkTarget | null> {
    return (await finding) ?? this.#findOther(typed);
  }

  #findOther(typed: string): LinkTarget | null | Promise<LinkTarget | null> {
    const tried: ReadonlySet<string> = new Set([typed, typed.toLowerCase()]);
    const finding: Promise<LinkTarget | null>[] = [];
    for (const code of listStoredSpellings(typed)) {
      const link = this.#findSpelling(code, tried);
      if (link instanceof Promise) finding.push(link);
      else if (link !== null) return link;
    }
    return finding.length === 0 ? null : Promise.all(finding).then(firstOf);
  }

  #findSpelling(
    code: string,
    missing: ReadonlySet<string>,
  ): LinkTarget | null | Promise<LinkTarget | null> {
    const folded = foldCode(code);
    if (isReserved(folded)) return null;
    const exact = missing.has(code) ? null : this.#source.findTarget(code);
    const plain = folded === code || missing.has(folded) ? null : this.#source.findTarget(folded);
    const alike = this.#source.findTargetsByFoldedCode(folded);
    if (exact instanceof Promise || plain instanceof Promise || alike instanceof Promise) {
      return Promise.all([exact, plain, alike]).then((link) => chooseMatch(code, ...link));
    }
    return chooseMatch(code, exact, plain, alike);
  }

  redirect(status: AnswerStatus, location: string, time: number, isLast: boolean): Buffer {
    return new RedirectBytes(this.#heads.get(status)!, location).at(time, isLast);
  }

  #keep(typed: string, link: LinkTarget | null): CachedTarget | null {
    const target = this.#prepare(link);
    if (target !== null) this.#cache.add(typed, target);
    return target;
  }

  #prepare(link: LinkTarget | null): CachedTarget | null {
    if (link === null) return null;
    return {
      id: link.id,
      short_url: link.short_url,
      domain: splitCode(link.short_url).domain,
      long_url: link.long_url,
      expires_at: link.expires_at,
      is_active: link.is_active,
      routing: link.routing === '' ? null : parseRouting(link.routing),
      answer: new RedirectBytes(this.#head, link.long_url),
    };
  }
}

function isReserved(typed: string): boolean {
  const slash = typed.indexOf('/');
  return slash <= 0 && isReservedCode(slash === 0 ? typed.slice(1) : typed);
}

/** The exact match wins. Among other matches, only a single one counts. */
function chooseMatch(
  code: string,
  exact: LinkTarget | null,
  plain: LinkTarget | null,
  alike: readonly LinkTarget[],
): LinkTarget | null {
  if (exact !== null) return exact;
  const composed = normalizeCode(code);
  if (plain?.short_url === composed) return plain;
  const sameCase = alike.filter((target) => normalizeCode(target.short_url) === composed);
  if (sameCase.length === 1) return sameCase[0]!;
  if (plain !== null) return plain;
  return alike.length === 1 ? alike[0]! : null;
}

function firstOf(link: readonly (LinkTarget | null)[]): LinkTarget | null {
  return link.find((target) => target !== null) ?? null;
}

interface PendingLookUp {
  readonly family: string;
  count: number;
  isStale: boolean;
}

/** Tells which look-ups a change has made outdated. */
class PendingLookUps {
  readonly #lookUps = new Map<string, PendingLookUp>();

  begin(typed: string): PendingLookUp {
    const family = getStoredFamily(typed);
    const lookUp = this.#lookUps.get(family) ?? { family, count: 0, isStale: false };
    lookUp.count += 1;
    this.#lookUps.set(family, lookUp);
    return lookUp;
  }

  end(lookUp: PendingLookUp): void {
    lookUp.count -= 1;
    if (lookUp.count === 0 && !lookUp.isStale) this.#lookUps.delete(lookUp.family);
  }

  markChanged(code: string): void {
    const lookUp = this.#lookUps.get(getStoredFamily(code));
    if (lookUp !== undefined) this.#markStale(lookUp);
  }

  markAllChanged(): void {
    for (const lookUp of this.#lookUps.values()) this.#markStale(lookUp);
  }

  #markStale(lookUp: PendingLookUp): void {
    lookUp.isStale = true;
    this.#lookUps.delete(lookUp.family);
  }
}
