import { isReservedCode } from '../../contracts/custom-code.ts';
import { composeCode, foldCode, possibleCodes } from '../engine/code-spellings.ts';
import type { Engine, LinkTarget } from '../engine/engine.ts';
import { Loads } from './loads.ts';
import { RedirectBytes, redirectHead } from './redirect-bytes.ts';
import { TargetCache, type CachedTarget } from './target-cache.ts';

/** Where links are looked up, and where their changes are announced. */
interface TargetSource extends Pick<Engine, 'findTarget' | 'findTargetsByFoldedCode'> {
  readonly changes: Pick<Engine['changes'], 'subscribe'>;
}

/** The links that visitors ask for: from memory, or by one look-up. */
export class Targets {
  readonly #source: TargetSource;
  /** The headers of every redirect, beside `Location`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly #head: Buffer;
  readonly #cache = new TargetCache();
  readonly #loads = new Loads();

  /** `headers` are those of every answer of the site. */
  constructor(source: TargetSource, headers: Readonly<Record<string, string>>) {
    this.#source = source;
    this.headers = { ...headers, 'Cache-Control': 'private, no-store' };
    this.#head = redirectHead(this.headers);
    source.changes.subscribe('link', (code) => {
      this.#cache.forget(code);
      this.#loads.change(code);
    });
    source.changes.subscribe('all-links', () => {
      this.#cache.clear();
      this.#loads.changeAll();
    });
  }

  /** The link that a typed code leads to, if it is in memory. */
  get(typed: string): CachedTarget | undefined {
    return this.#cache.get(typed);
  }

  /**
   * Looks the link up: exactly, or else in lower case, or else in a spelling that only one link has.
   * Where that takes time, the first two are asked for at once: the source may answer them together.
   * The names of the site's pages are no codes.
   */
  load(typed: string): CachedTarget | null | Promise<CachedTarget | null> {
    if (isReservedCode(typed)) return null;
    const exact = this.#source.findTarget(typed);
    if (exact !== null && !(exact instanceof Promise)) return this.#keep(typed, exact);
    const lower = typed.toLowerCase();
    const inLower = lower === typed ? null : this.#source.findTarget(lower);
    if (exact instanceof Promise || inLower instanceof Promise) {
      return this.#keepLater(typed, this.#findLater(typed, Promise.all([exact, inLower])));
    }
    const other = inLower ?? this.#findOther(typed);
    return other instanceof Promise ? this.#keepLater(typed, other) : this.#keep(typed, other);
  }

  /** A change of the link during the look-up may have made it old: then it serves this once. */
  async #keepLater(
    typed: string,
    finding: Promise<LinkTarget | null>,
  ): Promise<CachedTarget | null> {
    const load = this.#loads.begin(typed);
    try {
      const found = await finding;
      return load.isStale ? this.#ready(found) : this.#keep(typed, found);
    } finally {
      this.#loads.end(load);
    }
  }

  async #findLater(
    typed: string,
    finding: Promise<readonly (LinkTarget | null)[]>,
  ): Promise<LinkTarget | null> {
    return firstOf(await finding) ?? this.#findOther(typed);
  }

  /** Looks for the codes that a visitor may have meant by one that is not there. */
  #findOther(typed: string): LinkTarget | null | Promise<LinkTarget | null> {
    const known: ReadonlySet<string> = new Set([typed, typed.toLowerCase()]);
    const finding: Promise<LinkTarget | null>[] = [];
    for (const code of possibleCodes(typed)) {
      const found = this.#findSpelling(code, known);
      if (found instanceof Promise) finding.push(found);
      else if (found !== null) return found;
    }
    return finding.length === 0 ? null : Promise.all(finding).then(firstOf);
  }

  /** The link with a code that is spelled so, or else alike; `missing` are known not to be there. */
  #findSpelling(
    code: string,
    missing: ReadonlySet<string>,
  ): LinkTarget | null | Promise<LinkTarget | null> {
    const folded = foldCode(code);
    if (isReservedCode(folded)) return null;
    const exact = missing.has(code) ? null : this.#source.findTarget(code);
    const plain = folded === code || missing.has(folded) ? null : this.#source.findTarget(folded);
    const alike = this.#source.findTargetsByFoldedCode(folded);
    if (exact instanceof Promise || plain instanceof Promise || alike instanceof Promise) {
      return Promise.all([exact, plain, alike]).then((found) => chooseFitting(code, ...found));
    }
    return chooseFitting(code, exact, plain, alike);
  }

  #keep(typed: string, found: LinkTarget | null): CachedTarget | null {
    const target = this.#ready(found);
    if (target !== null) this.#cache.add(typed, target);
    return target;
  }

  #ready(found: LinkTarget | null): CachedTarget | null {
    if (found === null) return null;
    return {
      id: found.id,
      short_url: found.short_url,
      long_url: found.long_url,
      expires_at: found.expires_at,
      is_active: found.is_active,
      answer: new RedirectBytes(this.#head, found.long_url),
    };
  }
}

/**
 * Chooses between the link with exactly this code, the one with its folded form, and others that fold
 * to it. The exact one comes first; of the others only one may fit.
 */
function chooseFitting(
  code: string,
  exact: LinkTarget | null,
  plain: LinkTarget | null,
  alike: readonly LinkTarget[],
): LinkTarget | null {
  if (exact !== null) return exact;
  const composed = composeCode(code);
  if (plain?.short_url === composed) return plain;
  const sameCase = alike.filter((target) => composeCode(target.short_url) === composed);
  if (sameCase.length === 1) return sameCase[0]!;
  if (plain !== null) return plain;
  return alike.length === 1 ? alike[0]! : null;
}

function firstOf(found: readonly (LinkTarget | null)[]): LinkTarget | null {
  return found.find((target) => target !== null) ?? null;
}

/** Why a link that is not live does not lead on. */
export function reasonOf({
  is_active: isActive,
}: Pick<LinkTarget, 'is_active'>): 'off' | 'expired' {
  return isActive === 0 ? 'off' : 'expired';
}

/** Tells whether a link leads on at a time in milliseconds since 1970-01-01 UTC. */
export function isLive(
  { is_active: isActive, expires_at: expiresAt }: LinkTarget,
  now: number,
): boolean {
  return isActive !== 0 && (expiresAt === 0 || now < expiresAt * 1000);
}
