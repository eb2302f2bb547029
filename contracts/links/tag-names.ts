export const TAGS_MAX = 20;
export const TAG_MAX = 32; // characters

/** One line with single blanks. */
export function normalizeTag(name: string): string {
  if (/^[!-~]*$/.test(name)) return name;
  return name
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Tags are equal when this form is equal: NFKC, without case. */
export function foldTag(name: string): string {
  if (/^[ -~]*$/.test(name)) return name.toLowerCase();
  // Upper case first, because "ß" and "SS" are equal.
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

/** Keeps the first spelling of names that {@link foldTag} makes equal. */
export function uniqueTags(names: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const name of names) {
    const folded = foldTag(name);
    if (!first.has(folded)) first.set(folded, name);
  }
  return [...first.values()];
}

/** A tag needs a visible character. */
export function isTag(name: string): boolean {
  return (
    name.length <= TAG_MAX &&
    !name.includes(',') &&
    /[^\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}]/u.test(name)
  );
}
