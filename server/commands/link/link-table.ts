import { toPlainText } from './plain-text.ts';

const TITLE_WIDTH = 40;
const GAP = '  ';

export interface TableRow {
  readonly link: string;
  readonly clicks: number;
  readonly state: string;
  readonly title: string;
  readonly target: string;
}

/** Aligned columns; the target comes last, since it may be long. */
export function formatTable(rows: readonly TableRow[]): string {
  const lines = [
    ['SHORT LINK', 'CLICKS', 'STATE', 'TITLE', 'TARGET'],
    ...rows.map(({ link, clicks, state, title, target }) =>
      [link, String(clicks), state, shorten(toPlainText(title)), target].map(toPlainText),
    ),
  ];
  const widths = lines[0]!.map((_, column) =>
    lines.reduce((widest, cells) => Math.max(widest, Bun.stringWidth(cells[column]!)), 0),
  );
  const text = lines.map((cells) => {
    const padded = cells.map((cell, column) => pad(cell, widths[column]!, column));
    return padded.join(GAP).trimEnd();
  });
  return `${text.join('\n')}\n`;
}

/** Numbers are right-aligned. */
function pad(cell: string, width: number, column: number): string {
  if (column === 4) return cell;
  const blanks = ' '.repeat(width - Bun.stringWidth(cell));
  return column === 1 ? `${blanks}${cell}` : `${cell}${blanks}`;
}

function shorten(title: string): string {
  if (Bun.stringWidth(title) <= TITLE_WIDTH) return title;
  let short = '';
  for (const { segment } of new Intl.Segmenter().segment(title)) {
    if (Bun.stringWidth(short + segment) >= TITLE_WIDTH) break;
    short += segment;
  }
  return `${short}…`;
}
