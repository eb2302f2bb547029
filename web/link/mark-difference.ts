import { once } from '../ui/text/remember.ts';

/** How much common text the marked text keeps beside the difference, in characters. */
const CONTEXT = 48;

/** A text in three parts: the common start, the difference and the common end. */
export interface MarkedText {
  readonly start: string;
  readonly different: string;
  readonly end: string;
}

const words = once(() => new Intl.Segmenter(undefined, { granularity: 'word' }));

/**
 * Marks the words that differ between two texts: all between their common start and common end.
 * Texts with little in common get no marks.
 */
export function markDifference(from: string, to: string): readonly [MarkedText, MarkedText] {
  const [before, after] = [splitWords(from), splitWords(to)];
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const isAlike = 2 * (start + end) >= shortest && start + end > 0;
  return isAlike
    ? [markMiddle(before, start, end), markMiddle(after, start, end)]
    : [leaveUnmarked(from), leaveUnmarked(to)];
}

export function leaveUnmarked(text: string): MarkedText {
  return { start: text, different: '', end: '' };
}

function splitWords(text: string): string[] {
  return Array.from(words().segment(text), ({ segment }) => segment);
}

function markMiddle(text: readonly string[], start: number, end: number): MarkedText {
  const last = text.length - end;
  return {
    start: shortenStart(text.slice(0, start)),
    different: text.slice(start, last).join(''),
    end: shortenEnd(text.slice(last)),
  };
}

/** The last words of a text, after an ellipsis if it cuts any. */
function shortenStart(text: readonly string[]): string {
  let length = 0;
  const first = text.findLastIndex((word) => (length += word.length) > CONTEXT) + 1;
  return (first > 0 ? '…' : '') + text.slice(first).join('');
}

function shortenEnd(text: readonly string[]): string {
  let length = 0;
  const last = text.findIndex((word) => (length += word.length) > CONTEXT);
  return last < 0 ? text.join('') : `${text.slice(0, last).join('')}…`;
}
