import type { TablerIcon } from '@tabler/icons-react';

/** An entry of the palette. */
export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly about?: string;
  /** True: the label is a code or an address. */
  readonly isCode?: boolean;
  readonly Icon: TablerIcon;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly label: string;
  readonly items: readonly PaletteItem[];
}

/** Keeps the items whose label contains every word of the query. */
export function filterItems(items: readonly PaletteItem[], query: string): PaletteItem[] {
  const words = query.toLowerCase().split(/\s+/);
  return items.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
