import type { MessageKey } from '../../contracts/envelope.ts';

/** Why a row does not become a link. */
export interface Refusal {
  readonly key: MessageKey;
  /** In English. */
  readonly reason: string;
  /** The column that the row fails for, with its value. */
  readonly detail?: string;
}

/** How much of a value a reason shows, in characters. */
const SHOWN_MAX = 60;

/** A column with its value, so that the row can be mended. */
export function describeColumn(name: string, value: unknown): string {
  const json = JSON.stringify(value).toWellFormed();
  const shown = json.length <= SHOWN_MAX ? json : `${json.slice(0, SHOWN_MAX).toWellFormed()}…`;
  return `${name}: ${shown}`;
}
