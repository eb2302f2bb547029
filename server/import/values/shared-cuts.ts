import { foldTag, normalizeTag, TAG_MAX } from '../../../contracts/links/tag-names.ts';
import { cutText } from '../../../contracts/text.ts';

/** Of one file; with more, each tag that is cut gets an end. */
const NAMES_MAX = 20_000;
const SHARED_MAX = 1000;
const FOLDED_MAX = 256; // characters

/** What several tags of a file are cut to, folded. */
export type SharedCuts = ReadonlySet<string> | 'all';

/** Finds tags that would become one when they are cut. */
export class SharedCutSearch {
  readonly #spellings = new Set<bigint>();
  readonly #wholes = new Map<string, bigint>();
  readonly #shared = new Set<string>();

  note(names: readonly string[]): void {
    for (const name of names) {
      // Spellings of one tag may have different lengths: one of them may be cut, the other not.
      const spelling = Bun.hash.xxHash64(name);
      if (this.found === 'all' || this.#spellings.has(spelling)) continue;
      this.#spellings.add(spelling);
      const hash = hashName(name);
      const cut = foldTag(cutTag(name));
      if (this.#wholes.getOrInsert(cut, hash) !== hash) this.#shared.add(cut);
    }
  }

  get found(): SharedCuts {
    const isTooMuch = this.#spellings.size > NAMES_MAX || this.#shared.size > SHARED_MAX;
    return isTooMuch ? 'all' : this.#shared;
  }
}

/** The tag within its limit. One that shares its cut form ends with a mark of its whole name. */
export function shortenTag(name: string, shared: SharedCuts): string {
  if (name.length <= TAG_MAX) return name;
  const cut = cutTag(name);
  if (shared !== 'all' && !shared.has(foldTag(cut))) return cut;
  const end = `~${hashName(name).toString(36).slice(-6)}`;
  return normalizeTag(cutText(name, TAG_MAX - end.length)) + end;
}

function cutTag(name: string): string {
  return normalizeTag(cutText(name, TAG_MAX));
}

/** Equal for names that are one tag. Composing a longer name could take long. */
function hashName(name: string): bigint {
  return Bun.hash.xxHash64(foldTag(name.slice(0, FOLDED_MAX)) + name.slice(FOLDED_MAX));
}
