export function findRows(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(ROW) ?? [])];
}

/** The row around an element, or the element itself. */
export function findRow(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>(ROW) ?? null;
}

export function readLinkId(row: HTMLElement): number {
  return Number(row.dataset['link']);
}

const ROW = '[data-link]';
/** The arrow keys also reach the column headers. */
const LINE = `thead > tr, ${ROW}`;

/** The row of links or of column headers around an element. */
export function findLine(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>(LINE) ?? null;
}

/** Moves the focus to the next or previous row; from elsewhere, to the first row of a link. */
export function moveToRow(list: HTMLElement | null, step: 1 | -1): boolean {
  const line = findLine(document.activeElement);
  const lines = [...(list?.querySelectorAll<HTMLElement>(LINE) ?? [])];
  const next = line === null ? findRows(list)[0] : lines[lines.indexOf(line) + step];
  (findRow(next ?? null) ?? next?.querySelector('input'))?.focus();
  return lines.length > 0;
}

/** Moves the focus to the next or previous control of its row. Row itself: before the first one. */
export function moveToControl(step: 1 | -1): boolean {
  const line = findLine(document.activeElement);
  if (line === null) return false;
  const stops = [line, ...line.querySelectorAll<HTMLElement>('a, button, input')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const others = step === 1 ? stops.slice(at + 1) : stops.slice(0, at).toReversed();
  // What the user has hidden does not take the focus.
  others.some((stop) => {
    stop.focus();
    return stop === document.activeElement;
  });
  return true;
}
