import { readNumber, writeNumber } from './numbers.ts';

/** A link and how many people visited it on a day. */
export interface TopLink {
  readonly linkId: number;
  readonly people: number;
}

/** How many links of a day are kept at most. */
const TOP_LINKS_MAX = 1000;

/** Keeps of many links those with most people; of equals those with the smaller ids. */
export class TopLinks {
  #links: TopLink[] = [];

  add(linkId: number, people: number): void {
    if (people === 0) return;
    this.#links.push({ linkId, people });
    if (this.#links.length >= 4 * TOP_LINKS_MAX) this.#links = this.list();
  }

  /** At most 1,000, most people first. */
  list(): TopLink[] {
    return this.#links
      .toSorted((a, b) => b.people - a.people || a.linkId - b.linkId)
      .slice(0, TOP_LINKS_MAX);
  }
}

/** Writes links as they are stored: of each the id, then the people. */
export function encodeTopLinks(links: readonly TopLink[]): Uint8Array {
  const bytes: number[] = [];
  for (const { linkId, people } of links) {
    writeNumber(bytes, linkId);
    writeNumber(bytes, people);
  }
  return Uint8Array.from(bytes);
}

/** The links of a settled day, in the order in which they were written. */
export function decodeTopLinks(body: Uint8Array): TopLink[] {
  const links: TopLink[] = [];
  const from = { body, at: 0 };
  while (from.at < body.length) links.push({ linkId: readNumber(from), people: readNumber(from) });
  return links;
}
