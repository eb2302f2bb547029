import { useEffect, type RefObject } from 'react';

/** Marks the keyword in the rows of the list. */
export function useMatchMarks(
  list: RefObject<HTMLElement | null>,
  rows: readonly unknown[],
  keyword: string,
) {
  useEffect(() => {
    if (list.current !== null && rows.length > 0) markMatches(list.current, keyword);
  }, [list, rows, keyword]);
}

/** The searchable texts of a row. */
const TEXTS = '.links-code-text, .links-title, .links-address, .links-tag';
/** The texts whose end may be cut away. */
const CUTS = '.cut, .middle-cut-start, .links-tag';
const NAME = 'search';

/** Highlights a keyword in the rows. Does nothing in browsers without the Highlight API. */
function markMatches(list: Element, keyword: string): void {
  if (typeof Highlight === 'undefined') return;
  CSS.highlights.delete(NAME);
  const needle = keyword.toLowerCase();
  const texts = [...list.querySelectorAll(TEXTS)].map((element) => ({
    element,
    ranges: findRanges(element, needle),
  }));
  const matches = texts.filter(({ ranges }) => ranges.length > 0);
  const ranges = matches.flatMap(({ ranges }) => ranges);
  if (ranges.length > 0) CSS.highlights.set(NAME, new Highlight(...ranges));
  // Measures all texts before it changes one: only so, the browser lays them out once.
  const hidden = matches.flatMap(({ element, ranges }) =>
    [element, ...element.querySelectorAll(CUTS)].filter(
      (cut) => cut.matches(CUTS) && isMatchHidden(cut, ranges),
    ),
  );
  for (const cut of list.querySelectorAll('[data-match]')) cut.removeAttribute('data-match');
  for (const cut of hidden) cut.setAttribute('data-match', '');
}

function findRanges(element: Element, needle: string): Range[] {
  const ranges: Range[] = [];
  const nodes = findShownTexts(element);
  const whole = nodes.map(({ data }) => data).join('');
  const text = whole.toLowerCase();
  // A letter with a longer lowercase form shifts the positions.
  if (needle === '' || text.length !== whole.length) return [];
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
    const range = new Range();
    range.setStart(...findPlace(nodes, at));
    // The end of a text, not the start of the next one.
    const [node, last] = findPlace(nodes, at + needle.length - 1);
    range.setEnd(node, last + 1);
    ranges.push(range);
  }
  return ranges;
}

/** The parts of a text. One with its middle cut is also there as a whole, for screen readers. */
function findShownTexts(element: Element): Text[] {
  const found: Text[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    if (node.parentElement?.closest('.middle-cut-whole') === null) found.push(node as Text);
  }
  return found;
}

/** The node with a character of the joined texts, and the place in it. */
function findPlace(nodes: readonly Text[], at: number): [node: Text, at: number] {
  let left = at;
  const node = nodes.find(({ length }) => {
    if (left < length) return true;
    left -= length;
    return false;
  })!;
  return [node, left];
}

/** True when the dots of a cut text hide a match or a part of it. */
function isMatchHidden(cut: Element, ranges: readonly Range[]): boolean {
  if (cut.scrollWidth <= cut.clientWidth) return false;
  const { right } = cut.getBoundingClientRect();
  return ranges.some(
    (range) =>
      range.intersectsNode(cut) &&
      (!cut.contains(range.endContainer) || range.getBoundingClientRect().right > right),
  );
}
