/** The most tags of one link. */
export const TAGS_MAX = 20;
/** The longest name of a tag, in characters. */
export const TAG_MAX = 32;

/** The name of a tag in one line, with single blanks. */
export function tidyTag(name: string): string {
  return name
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** The form in which names of tags are compared: NFKC, without case. */
export function foldTag(name: string): string {
  // By capitals first: "ß" and "SS" are one.
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

/** Names that differ by {@link foldTag}, the first spelling of each. */
export function uniqueTags(names: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const name of names) {
    const folded = foldTag(name);
    if (!first.has(folded)) first.set(folded, name);
  }
  return [...first.values()];
}

/** Whether a tidied name can be read: not only blanks and characters that are not seen. */
export function isTag(name: string): boolean {
  return (
    name.length <= TAG_MAX &&
    !name.includes(',') &&
    /[^\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}]/u.test(name)
  );
}
