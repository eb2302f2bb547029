import { useEffect, type RefObject } from 'react';
import type { Link } from '../links.api.ts';

/** Marks the keyword in the list. */
export function useMatchMarks(
  list: RefObject<HTMLElement | null>,
  urls: readonly Link[] | undefined,
  keyword: string,
) {
  useEffect(() => {
    if (urls !== undefined && list.current !== null) markMatches(list.current, keyword);
  }, [list, urls, keyword]);
}

/** The searchable texts of a row. */
const TEXTS = '.links-code-text, .links-title, .links-address, .links-tag';
const NAME = 'search';

/** Highlights a keyword in the rows. Does nothing in browsers without the Highlight API. */
function markMatches(list: Element, keyword: string): void {
  if (typeof Highlight === 'undefined') return;
  CSS.highlights.delete(NAME);
  const needle = keyword.toLowerCase();
  if (needle === '') return;
  const ranges = [...list.querySelectorAll(TEXTS)].flatMap((element) =>
    findRanges(element, needle),
  );
  if (ranges.length > 0) CSS.highlights.set(NAME, new Highlight(...ranges));
}

function findRanges(element: Element, needle: string): Range[] {
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase();
    // A letter with a longer lowercase form shifts the positions.
    if (text.length !== node.nodeValue?.length) continue;
    for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + needle.length);
      ranges.push(range);
    }
  }
  return ranges;
}
