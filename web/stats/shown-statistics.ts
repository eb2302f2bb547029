import { createContext } from 'react';
import type { StatsView } from './stats-view.ts';

export interface Shown {
  /** The code of a link; null: the whole site. */
  readonly code: string | null;
  readonly view: StatsView;
}

/** What the page around a panel shows; null: a panel by itself, which can save and open nothing. */
export const ShownStatistics = createContext<Shown | null>(null);
