import { isReservedCode } from '../../contracts/custom-code.ts';
import type { Engine, LinkTarget } from '../engine/engine.ts';
import { Loads } from './loads.ts';
import { RedirectBytes, redirectHead } from './redirect-bytes.ts';
import { TargetCache, type CachedTarget } from './target-cache.ts';

/** Where links are looked up, and what tells that they have changed. */
interface TargetSource extends Pick<Engine, 'findTarget'> {
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
   * Looks the link up: exactly, or else in lower case. Where that takes time, both are asked for at
   * once, so that the source may answer them together. The names of the site's pages are no codes.
   */
  load(typed: string): CachedTarget | null | Promise<CachedTarget | null> {
    if (isReservedCode(typed)) return null;
    const exact = this.#source.findTarget(typed);
    if (exact !== null && !(exact instanceof Promise)) return this.#keep(typed, exact);
    const lower = typed.toLowerCase();
    const other = lower === typed ? null : this.#source.findTarget(lower);
    return exact instanceof Promise || other instanceof Promise
      ? this.#keepLater(typed, Promise.all([exact, other]))
      : this.#keep(typed, other);
  }

  /** A change of the link during the look-up may have made it old: then it serves this once. */
  async #keepLater(
    typed: string,
    finding: Promise<readonly (LinkTarget | null)[]>,
  ): Promise<CachedTarget | null> {
    const load = this.#loads.begin(typed);
    try {
      const [exact, other] = await finding;
      const found = exact ?? other ?? null;
      return load.isStale ? this.#ready(found) : this.#keep(typed, found);
    } finally {
      this.#loads.end(load);
    }
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

/** Tells whether a link leads on at a time in milliseconds since 1970-01-01 UTC. */
export function isLive(
  { is_active: isActive, expires_at: expiresAt }: LinkTarget,
  now: number,
): boolean {
  return isActive !== 0 && (expiresAt === 0 || now < expiresAt * 1000);
}
