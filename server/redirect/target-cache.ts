import type { LinkTarget } from '../engine/engine.ts';
import { getStoredFamily } from '../links/look-up/stored-spellings.ts';
import type { Routing } from '../links/routing/routing.ts';
import type { RedirectBytes } from './redirect-bytes.ts';

/** The cache's size in bytes, estimated. */
const CAPACITY = 32 * 1024 * 1024;
const SEEN_MAX = 65_536;
/** In bytes, mostly for the answers. */
const ENTRY_COST = 1024;

export interface CachedTarget extends Omit<LinkTarget, 'routing'> {
  /** The host of the link; '' = the main domain. */
  readonly domain: string;
  readonly answer: RedirectBytes;
  /** Null = each visit leads to the long URL. */
  readonly routing: Routing | null;
}

/** Only a link that forwards paths has addresses below its own. */
export function forwardsPath({ routing }: CachedTarget): boolean {
  return routing?.forward_path === 1;
}

/** Whether the link has the typed code, or that in lower case. */
export function isExact({ short_url: code }: CachedTarget, typed: string): boolean {
  return code === typed || code === typed.toLowerCase();
}

const ROUTING_COST = 1024;

/** `ABC` and `abc.` may lead to `abc`. A change of a link removes the spellings of its family. */
export class TargetCache {
  readonly #targets = new Map<string, CachedTarget>();
  /** Typed spellings that differ from the stored code, by family. */
  readonly #spellings = new Map<string, Set<string>>();
  #oldest = this.#targets.keys();
  #size = 0;
  readonly #seen = new Uint32Array(SEEN_MAX);

  get(typed: string): CachedTarget | undefined {
    return this.#targets.get(typed);
  }

  /** A full cache takes a code at its second visit only: codes with one visit must not crowd it. */
  add(typed: string, target: CachedTarget): void {
    const size = estimateSize(typed, target);
    if (this.#size + size > CAPACITY && !this.#wasSeen(typed)) return;
    this.#remove(typed);
    this.#targets.set(typed, target);
    this.#size += size;
    if (typed !== target.short_url) {
      const family = getStoredFamily(typed);
      const spellings = this.#spellings.get(family) ?? new Set();
      this.#spellings.set(family, spellings.add(typed));
    }
    while (this.#size > CAPACITY) this.#remove(this.#nextOldest());
  }

  forget(code: string): void {
    this.#remove(code);
    for (const typed of this.#spellings.get(getStoredFamily(code)) ?? []) this.#remove(typed);
  }

  clear(): void {
    this.#targets.clear();
    this.#spellings.clear();
    this.#size = 0;
  }

  #wasSeen(typed: string): boolean {
    const hash = hashCode(typed);
    const place = hash % SEEN_MAX;
    if (this.#seen[place] === hash) return true;
    this.#seen[place] = hash;
    return false;
  }

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
    this.#size -= estimateSize(typed, target);
    if (typed === target.short_url) return;
    const family = getStoredFamily(typed);
    const spellings = this.#spellings.get(family);
    spellings?.delete(typed);
    if (spellings?.size === 0) this.#spellings.delete(family);
  }
}

/** FNV-1a: for short codes faster than a call of the runtime's hash. */
function hashCode(code: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < code.length; at += 1) {
    hash = Math.imul(hash ^ code.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

function estimateSize(typed: string, { long_url: longUrl, routing }: CachedTarget): number {
  const plain = typed.length + longUrl.length + ENTRY_COST;
  return routing === null ? plain : plain + ROUTING_COST * (1 + routing.rules.length);
}
