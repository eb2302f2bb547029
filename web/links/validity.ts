import { ttlDaysMax } from './links.api.ts';

export const validityChoices = ['0', '1', '7', '30', 'own'] as const;

export interface Validity {
  readonly choice: (typeof validityChoices)[number];
  /** The own number of days, as typed. */
  readonly typed: string;
}

/** The days a link is to live, 0 for ever; null where what was typed is no such number. */
export function toDays({ choice, typed }: Validity): number | null {
  if (choice !== 'own') return Number(choice);
  const text = typed.trim();
  const days = Number(text);
  return /^\d+$/.test(text) && days >= 1 && days <= ttlDaysMax ? days : null;
}
