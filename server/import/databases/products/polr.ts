import { polr as reader } from '../../readers/readers.ts';
import type { Product } from './product.ts';
import { readAgent, readCountry, readReferrer, timeReader, toText } from './visits.ts';

export const polr: Product = {
  source: 'polr',
  main: 'polr.links',
  reader,
  openRows: (tables, main) => tables.rows(main),
  visits: {
    table: 'polr.clicks',
    time: 'created_at',
    extra: (_tables, _visits, main) =>
      `, (select short_url from ${main.id} where id = main.link_id limit 1) as code`,
    reader(options) {
      const readTime = timeReader(options);
      return (row) => {
        const time = readTime(row['created_at'] ?? null);
        if (time === null || row['code'] === null) return null;
        return {
          code: toText(row['code']),
          time,
          count: 1,
          ...readReferrer(row['referer']),
          ...readAgent(row['user_agent']),
          ...readCountry(row['country'], row['ip'], options),
        };
      };
    },
  },
};
