import type { Cell } from '../../../engine/sqlite/table-store.ts';
import type { SourceOptions, SourceVisit } from '../../source/row-source.ts';
import type { SourceTable, SourceTables } from '../source-tables.ts';
import { readInstant } from '../../values/instant.ts';

const HOURS_MAX = 10_000;
const TEXT_MAX = 2048; // characters, as many as a visit of our own may have

/** Reads times as databases write them: `2020-01-02 03:04:05`. Null for what is no time. */
export function timeReader(timeZone = 'UTC'): (value: Cell) => number | null {
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

/** `address` serves to find a country that the source lacks, and goes no further. */
type VisitCell = 'code' | 'domain' | 'referrer' | 'userAgent' | 'country' | 'address';

/** `direct` and empty referrers are none. Null: the visit names no link. */
export function readVisit(
  cells: Partial<Record<VisitCell, Cell | undefined>>,
  time: number,
  { findCountry }: SourceOptions,
): SourceVisit | null {
  const code = toText(cells.code);
  if (code === '') return null;
  const domain = toText(cells.domain);
  const referrer = toText(cells.referrer);
  const userAgent = toText(cells.userAgent);
  const named = toText(cells.country).toUpperCase();
  const isCode = /^[A-Z]{2}$/.test(named) && named !== 'XX';
  const country = isCode ? named : (findCountry?.(toText(cells.address)) ?? '');
  return {
    code,
    ...(domain !== '' && { domain }),
    time,
    count: 1,
    ...(referrer !== '' && referrer.toLowerCase() !== 'direct' && { referrer }),
    ...(userAgent !== '' && { userAgent }),
    ...(country !== '' && { country }),
  };
}

/** SQL for a value of the link of a visit, whose column `key` has the id of the link. */
export function selectOfLink({ id }: SourceTable, key: string, value: string): string {
  return `(select ${value} from ${id} as link where link.id = main.${key} limit 1)`;
}

interface DomainTable {
  readonly table: string;
  /** Its column of hosts. */
  readonly name: string;
  /** SQL for the host of a link without a row there. */
  readonly otherwise?: string;
}

/** SQL for the domain of the link `alias`. One that is missing in the file stays a domain. */
export function selectDomain(
  tables: SourceTables,
  { site, columns }: SourceTable,
  alias: string,
  { table, name, otherwise = 'null' }: DomainTable,
): string {
  if (!columns.includes('domain_id')) return otherwise;
  const id = `${alias}.domain_id`;
  return `coalesce((select ${name} from ${tables.nameOf(site, table)} where id = ${id} limit 1),
    ${otherwise}, 'domain-' || ${id} || '.invalid')`;
}

export function toText(value: Cell | undefined): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.slice(0, TEXT_MAX).trim() : '';
}
