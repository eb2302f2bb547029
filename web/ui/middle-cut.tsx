import './middle-cut.css';

const END = 10;

/** One line of text, cut in the middle where it does not fit: its start and end stay readable. */
export function MiddleCut({
  text,
  title = text,
}: {
  readonly text: string;
  readonly title?: string;
}) {
  return (
    <span className="middle-cut" title={title}>
      <span className="middle-cut-start">{text.slice(0, -END)}</span>
      <span className="middle-cut-end">{text.slice(-END)}</span>
    </span>
  );
}
