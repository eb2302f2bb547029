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
  return `${name}: ${shorten(json, SHOWN_MAX)}`;
}

export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max).toWellFormed()}…`;
}

export function refuseFlag(name: string, value: unknown): Refusal {
  const detail = describeColumn(name, value);
  return { ...unclearFlag, reason: `${unclearFlag.reason} (${detail})`, detail };
}
