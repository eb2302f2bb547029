export function findRows(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-link]') ?? [])];
}

/** The row around an element, or the element itself. */
export function findRow(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>('[data-link]') ?? null;
}

export function readLinkId(row: HTMLElement): number {
  return Number(row.dataset['link']);
}
