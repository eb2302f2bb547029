import './middle-cut.css';

const END = 10;
/** Texts up to this length stay whole: the dots would take as much room as the cut saves. */
const SHORT_MAX = END + 2;

/** Screen readers get the whole text, because they would read the two parts as two words. */
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

/** The index of the end. It never splits a character from its combining marks. */
function findCut(text: string): number {
  let cut = Math.max(0, text.length - END);
  while (cut > 0 && /^(?:[\p{M}\u200d]|[\udc00-\udfff])/u.test(text.slice(cut))) cut -= 1;
  return cut;
}
