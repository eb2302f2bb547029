import './middle-cut.css';

const END = 10;

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
