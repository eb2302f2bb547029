import { polr as reader } from '../../readers/readers.ts';
import type { Product } from './product.ts';
import { readVisit, selectOfLink } from './visits.ts';

export const polr: Product = {
  source: 'polr',
  main: 'polr.links',
  reader,
  visits: {
    table: 'polr.clicks',
    time: 'created_at',
    extra: (_tables, _visits, main) => `, ${selectOfLink(main, 'link_id', 'short_url')} as code`,
    read: ({ code, referer, user_agent: userAgent, country, ip }, time, options) =>
      readVisit({ code, referrer: referer, userAgent, country, address: ip }, time, options),
  },
};
