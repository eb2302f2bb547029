import type { Engine, LinkTarget } from '../engine/engine.ts';
import { redirectBytes, type DatedBytes } from './redirect-bytes.ts';
import { TargetCache, type CachedTarget } from './target-cache.ts';

/** The links that visitors ask for: from memory, or by one look-up. */
export class Targets {
  readonly #engine: Pick<Engine, 'findTarget' | 'changes'>;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #cache = new TargetCache();

  /** `headers` stand beside those of every redirect. */
  constructor(
    engine: Pick<Engine, 'findTarget' | 'changes'>,
    headers: Readonly<Record<string, string>>,
  ) {
    this.#engine = engine;
    this.#headers = headers;
    engine.changes.subscribe('link', (code) => this.#cache.forget(code));
    engine.changes.subscribe('all-links', () => this.#cache.clear());
  }

  /** The link that a typed code leads to, if it is in memory. */
  get(typed: string): CachedTarget | undefined {
    return this.#cache.get(typed);
  }

  /** Looks the link up: exactly, or else in lower case. */
  load(typed: string): CachedTarget | null | Promise<CachedTarget | null> {
    const { generation } = this.#cache;
    const lower = typed.toLowerCase();
    const orLower = (found: LinkTarget | null) =>
      found ?? (lower === typed ? null : this.#engine.findTarget(lower));
    const keep = (found: LinkTarget | null) => this.#keep(typed, found, generation);
    const found = this.#engine.findTarget(typed);
    if (found instanceof Promise) return found.then(orLower).then(keep);
    const either = orLower(found);
    return either instanceof Promise ? either.then(keep) : keep(either);
  }

  #keep(typed: string, found: LinkTarget | null, generation: number): CachedTarget | null {
    if (found === null) return null;
    const headers = {
      ...this.#headers,
      'Cache-Control': 'private, no-store',
      Location: found.long_url,
    };
    const bytes: DatedBytes = redirectBytes(headers);
    const target = { ...found, headers: new Headers(headers), bytes };
    // A change during the look-up may have made it old: then it serves this once.
    if (generation === this.#cache.generation) this.#cache.add(typed, target);
    return target;
  }
}
