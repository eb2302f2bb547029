import type { TablerIcon } from '@tabler/icons-react';

/** One thing that the palette can do. */
export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly about?: string;
  /** Whether the label is a code, an address or the like. */
  readonly isCode?: boolean;
  readonly Icon: TablerIcon;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly label: string;
  readonly items: readonly PaletteItem[];
}

/** The items whose label holds every word of a query. */
export function filterItems(items: readonly PaletteItem[], query: string): PaletteItem[] {
  const words = query.toLowerCase().split(/\s+/);
  return items.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
