import { CODE_MAX } from '../../../contracts/links/custom-code.ts';
import { splitCode } from '../../../contracts/links/domain-code.ts';
import type { ImportedLink } from '../import.store.ts';

const LAST_SUFFIX = 50;

interface Tried {
  /** The codes that were free, and are taken now. */
  readonly free: { has(code: string): boolean };
  leadsTo(code: string, longUrl: string): boolean;
}

/** The new code of a link, `here` when a link of this code leads there already, or `none`. */
export type Renamed = { readonly code: string } | 'here' | 'none';

/**
 * Looks for codes with -2, -3 and so on. `take` gets links by their new code, and takes the free
 * ones.
 */
export async function renameTaken(
  links: readonly ImportedLink[],
  take: (links: ReadonlyMap<string, ImportedLink>) => Promise<Tried>,
): Promise<Map<ImportedLink, Renamed>> {
  const renamed = new Map<ImportedLink, Renamed>();
  let left = links.filter(hasRoom);
  for (let suffix = 2; left.length > 0 && suffix <= LAST_SUFFIX; suffix += 1) {
    const wanted = new Map<string, ImportedLink>();
    for (const link of left) wanted.getOrInsert(`${link.short_url}-${suffix}`, link);
    const tried = await take(
      new Map([...wanted].map(([code, link]) => [code, { ...link, short_url: code }])),
    );
    left = left.filter((link) => {
      const code = `${link.short_url}-${suffix}`;
      if (wanted.get(code) === link && tried.free.has(code)) renamed.set(link, { code });
      else if (tried.leadsTo(code, link.long_url)) renamed.set(link, 'here');
      else return true;
      return false;
    });
  }
  for (const link of left) renamed.set(link, 'none');
  return renamed;
}

/** Whether a code has room for a suffix. */
function hasRoom({ short_url: stored }: ImportedLink): boolean {
  return splitCode(stored).code.length <= CODE_MAX - `-${LAST_SUFFIX}`.length;
}
