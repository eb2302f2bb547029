import { polr as reader } from '../../readers/readers.ts';
import type { Product } from './product.ts';
import { mapVisits, readAgent, readCountry, readReferrer, timeReader, toText } from './visits.ts';

export const polr: Product = {
  source: 'polr',
  main: 'polr.links',
  reader,
  openRows: (tables, main) => tables.rows(main),
  openVisits(tables, main, options) {
    const clicks = tables.find(main.site, 'polr.clicks');
    if (clicks === undefined) return undefined;
    const readTime = timeReader(options);
    const code = `(select short_url from ${main.id} where id = main.link_id limit 1)`;
    return mapVisits(tables.rows(clicks, `, ${code} as code`), (row) => {
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
    });
  },
};
