import {
  readMedium,
  readNamedSource,
  readReferrerSource,
  type Source,
} from '../classify/sources/source.ts';
import { quote, type Connection } from './connection.ts';

const VALUES_AT_ONCE = 1000;

const readers = {
  referrer: readReferrerSource,
  utm_source: readNamedSource,
  utm_medium: (value: string): Source => ({ source: '', channel: readMedium(value) }),
} as const;

interface Value {
  readonly dimension: keyof typeof readers;
  readonly value: string;
}

/** Fills the temporary table from which `withOrigin` derives sources and channels. */
export async function readOrigins(db: Connection, batch: string): Promise<void> {
  await db.run(
    `create or replace temp table origin_value (
      dimension varchar, value varchar, source varchar, channel varchar)`,
  );
  const distinct = Object.keys(readers).map(
    (name) => `select distinct '${name}' as dimension, ${name} as value from ${batch}`,
  );
  const values = await db.all<Value>(distinct.join(' union all '));
  for (let from = 0; from < values.length; from += VALUES_AT_ONCE) {
    const rows = values.slice(from, from + VALUES_AT_ONCE).map(({ dimension, value }) => {
      const { source, channel } = readers[dimension](value);
      return `(${[dimension, value, source, channel].map(quote).join(', ')})`;
    });
    await db.run(`insert into origin_value values ${rows.join(', ')}`);
  }
}

/** Nothing is kept of a visitor who is only counted, so the channel is unknown, too. */
const isUnknown = ['browser', 'system', 'language', 'country', 'referrer', 'utm_source']
  .map((name) => `batch.${name} = ''`)
  .join(' and ');

/** `utm_source` wins over the referrer, and payment over both. */
export function withOrigin(batch: string): string {
  const joins = Object.keys(readers).map(
    (name) => `join origin_value as by_${name}
      on by_${name}.dimension = '${name}' and by_${name}.value = batch.${name}`,
  );
  return `(select batch.*,
      if(batch.utm_source = '', by_referrer.source, by_utm_source.source) as source,
      case when is_paid or by_utm_medium.channel = 'paid' then 'paid'
        when batch.utm_source = '' and by_referrer.channel <> '' then by_referrer.channel
        when batch.utm_source <> '' and by_utm_source.channel <> '' then by_utm_source.channel
        when by_utm_medium.channel <> '' then by_utm_medium.channel
        when ${isUnknown} then ''
        when batch.referrer = '' and batch.utm_source = '' then 'direct'
        else 'other' end as channel
    from ${batch} as batch ${joins.join(' ')})`;
}
