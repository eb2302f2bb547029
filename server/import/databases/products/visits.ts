import type { Cell } from '../../../engine/sqlite/table-store.ts';
import type { SourceOptions } from '../../source/row-source.ts';
import { readInstant } from '../../values/instant.ts';

const HOURS_MAX = 10_000;
const TEXT_MAX = 2048; // characters, as many as a visit of our own may have

/** Reads times as databases write them: `2020-01-02 03:04:05`. Null for what is no time. */
export function timeReader({ timeZone = 'UTC' }: SourceOptions): (value: Cell) => number | null {
  const rules = { isInSeconds: false, timeZone, dayOrder: 'unknown' } as const;
  const read = (value: Cell): number | null => {
    const instant = readInstant(value, rules);
    return typeof instant === 'number' ? instant : null;
  };
  // A dump has millions of times, but few hours. Clocks change between two hours.
  const hours = new Map<string, number | null>();
  return (value) => {
    const isPlain =
      typeof value === 'string' &&
      /^\d{4}-\d\d-\d\d[ T]\d\d:[0-5]\d:[0-5]\d(?:\.\d+)?$/.test(value);
    if (!isPlain) return read(value);
    const hour = value.slice(0, 13);
    if (hours.size > HOURS_MAX) hours.clear();
    const start = hours.getOrInsertComputed(hour, () => read(`${hour}:00:00`));
    return start === null
      ? null
      : start + Number(value.slice(14, 16)) * 60 + Number(value.slice(17, 19));
  };
}

/** `direct` and empty referrers are none. */
export function readReferrer(value: Cell | undefined): { referrer?: string } {
  const text = toText(value);
  return text === '' || text.toLowerCase() === 'direct' ? {} : { referrer: text };
}

export function readAgent(value: Cell | undefined): { userAgent?: string } {
  const text = toText(value);
  return text === '' ? {} : { userAgent: text };
}

/** The address serves to find a country that the source lacks, and goes no further. */
export function readCountry(
  value: Cell | undefined,
  address: Cell | undefined,
  { findCountry }: SourceOptions,
): { country?: string } {
  const text = toText(value).toUpperCase();
  const isCode = /^[A-Z]{2}$/.test(text) && text !== 'XX';
  const country = isCode ? text : (findCountry?.(toText(address)) ?? '');
  return country === '' ? {} : { country };
}

export function toText(value: Cell | undefined): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.slice(0, TEXT_MAX).trim() : '';
}
