import type { MessageKey } from '../../contracts/envelope.ts';

export interface Refusal {
  readonly key: MessageKey;
  readonly reason: string;
  /** The column that fails the row, with its value. */
  readonly detail?: string;
}

export const unclearFlag = {
  key: 'link.flag.unclear',
  reason: 'It is unclear whether this flag is set',
} as const;

const SHOWN_MAX = 60; // characters

/** Names a column and its value, so that a reader can fix the row. */
export function describeColumn(name: string, value: unknown): string {
  const json = value === undefined ? 'missing' : JSON.stringify(value).toWellFormed();
  const shown = json.length <= SHOWN_MAX ? json : `${json.slice(0, SHOWN_MAX).toWellFormed()}…`;
  return `${name}: ${shown}`;
}

export function refuseFlag(name: string, value: unknown): Refusal {
  const detail = describeColumn(name, value);
  return { ...unclearFlag, reason: `${unclearFlag.reason} (${detail})`, detail };
}
