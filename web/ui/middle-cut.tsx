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
  return (
    <span className="middle-cut" title={title}>
      <span className="middle-cut-whole visually-hidden">{text}</span>
      <span className="middle-cut-start" aria-hidden>
        {text.slice(0, -END)}
      </span>
      <span className="middle-cut-end" aria-hidden>
        {text.slice(-END)}
      </span>
    </span>
  );
}
