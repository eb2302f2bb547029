import { familyOf } from '../engine/code-spellings.ts';
import type { LinkTarget } from '../engine/engine.ts';
import type { RedirectBytes } from './redirect-bytes.ts';

/** How much the cache may hold, in bytes as far as they can be known. */
const CAPACITY = 32 * 1024 * 1024;
/** How many codes that did not come in are remembered, so that they do at their second time. */
const SEEN_MAX = 65_536;
/** What an entry takes beside its texts, most of it for its answers: about a kilobyte. */
const ENTRY_COST = 1024;

/** A link ready to be answered with. */
export interface CachedTarget extends LinkTarget {
  readonly answer: RedirectBytes;
}

/**
 * Remembers links by the code that visitors typed. `ABC` and `abc.` may lead to the link `abc`: such
 * spellings are forgotten when any link of their family changes or appears.
 */
export class TargetCache {
  readonly #targets = new Map<string, CachedTarget>();
  /** Family → the spellings remembered of it, of codes that were not typed as stored. */
  readonly #spellings = new Map<string, Set<string>>();
  /** Goes on from the last code that had to make room. */
  #oldest = this.#targets.keys();
  #size = 0;
  /** Hashes of codes that did not come in, each at the place that it names. */
  readonly #seen = new Uint32Array(SEEN_MAX);

  get(typed: string): CachedTarget | undefined {
    return this.#targets.get(typed);
  }

  /**
   * Remembers what a code leads to; once full, only if the code was added before, not long ago: codes
   * of which each is visited once must not drive out the others.
   */
  add(typed: string, target: CachedTarget): void {
    const size = cost(typed, target);
    if (this.#size + size > CAPACITY && !this.#wasSeen(typed)) return;
    this.#remove(typed);
    this.#targets.set(typed, target);
    this.#size += size;
    if (typed !== target.short_url) {
      const family = familyOf(typed);
      const spellings = this.#spellings.get(family) ?? new Set();
      this.#spellings.set(family, spellings.add(typed));
    }
    while (this.#size > CAPACITY) this.#remove(this.#nextOldest());
  }

  /** Forgets the link with this code, and every spelling that may lead to it. */
  forget(code: string): void {
    this.#remove(code);
    for (const typed of this.#spellings.get(familyOf(code)) ?? []) this.#remove(typed);
  }

  clear(): void {
    this.#targets.clear();
    this.#spellings.clear();
    this.#size = 0;
  }

  /** Whether a code was asked for before; it is from now on. */
  #wasSeen(typed: string): boolean {
    const hash = hashOf(typed);
    const place = hash % SEEN_MAX;
    if (this.#seen[place] === hash) return true;
    this.#seen[place] = hash;
    return false;
  }

  /** The code that was remembered first: a new iterator each time would pass all that are gone. */
  #nextOldest(): string {
    let next = this.#oldest.next();
    if (next.done === true) {
      this.#oldest = this.#targets.keys();
      next = this.#oldest.next();
    }
    return next.value!;
  }

  #remove(typed: string): void {
    const target = this.#targets.get(typed);
    if (target === undefined) return;
    this.#targets.delete(typed);
    this.#size -= cost(typed, target);
    if (typed === target.short_url) return;
    const family = familyOf(typed);
    const spellings = this.#spellings.get(family);
    spellings?.delete(typed);
    if (spellings?.size === 0) this.#spellings.delete(family);
  }
}

/** FNV-1a: codes are so short that to call the runtime's would take longer. */
function hashOf(code: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < code.length; at += 1) {
    hash = Math.imul(hash ^ code.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

function cost(typed: string, target: LinkTarget): number {
  return typed.length + target.long_url.length + ENTRY_COST;
}
