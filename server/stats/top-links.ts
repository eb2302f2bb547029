import { NumberWriter, readNumber } from './numbers.ts';

/** A link and how many people visited it on a day. */
export interface TopLink {
  readonly linkId: number;
  readonly people: number;
}

/** How many links of a day are kept at most: a list that is shorter has all of them. */
export const TOP_LINKS_MAX = 1000;

/** Keeps of many links so many with most people; of equals those with the smaller ids. */
export class TopLinks {
  readonly #max: number;
  #links: TopLink[] = [];
  /** With fewer people a link is not among them, nor with as many and a greater id than the last one's. */
  #least = 1;
  #lastId = Infinity;

  constructor(max: number) {
    this.#max = max;
  }

  /** Whether a link with so many people may be among them. */
  mayHave(people: number): boolean {
    return people >= this.#least;
  }

  add(linkId: number, people: number): void {
    if (!this.mayHave(people) || (people === this.#least && linkId > this.#lastId)) return;
    this.#links.push({ linkId, people });
    if (this.#links.length < 4 * this.#max) return;
    this.#links = this.list();
    const last = this.#links.at(-1)!;
    this.#least = last.people;
    this.#lastId = last.linkId;
  }

  /** Most people first. */
  list(): TopLink[] {
    return this.#links
      .toSorted((a, b) => b.people - a.people || a.linkId - b.linkId)
      .slice(0, this.#max);
  }
}

/** Writes links as they are stored: of each the id, then the people. */
export function encodeTopLinks(links: readonly TopLink[]): Uint8Array {
  const writer = new NumberWriter();
  for (const { linkId, people } of links) {
    writer.write(linkId);
    writer.write(people);
  }
  return writer.take();
}

/** Tells of the links of a settled day, in the order in which they were written. */
export function readTopLinks(
  body: Uint8Array,
  tell: (linkId: number, people: number) => void,
): void {
  const from = { body, at: 0 };
  while (from.at < body.length) tell(readNumber(from), readNumber(from));
}
