import './middle-cut.css';

const END = 10;
/** Up to how many characters a text is not cut: the dots would take as much room. */
const SHORT_MAX = END + 2;

/**
 * One line of text, cut in the middle where it does not fit: its start and end stay readable.
 * A screen reader is given the whole, because it would read the two parts as two words.
 */
export function MiddleCut({
  text,
  title = text,
}: {
  readonly text: string;
  readonly title?: string;
}) {
  if (text.length <= SHORT_MAX) {
    return (
      <span className="middle-cut-short" title={title}>
        {text}
      </span>
    );
  }
  const cut = findCut(text);
  return (
    <span className="middle-cut" title={title}>
      <span className="middle-cut-whole visually-hidden">{text}</span>
      <span className="middle-cut-start" aria-hidden>
        {text.slice(0, cut)}
      </span>
      <span className="middle-cut-end" aria-hidden>
        {text.slice(cut)}
      </span>
    </span>
  );
}

/** Where the end begins: never in the midst of a character, or before a mark that belongs to it. */
function findCut(text: string): number {
  let cut = Math.max(0, text.length - END);
  while (cut > 0 && /^(?:[\p{M}\u200d]|[\udc00-\udfff])/u.test(text.slice(cut))) cut -= 1;
  return cut;
}
