import { describeColumn, refuseFlag } from '../refusal.ts';
import { readShortCell } from '../tables/short-cell.ts';
import { readFlag } from '../values/flag.ts';
import { readText } from '../values/texts.ts';
import { dubRouting, shortIoRouting } from './device-routing.ts';
import { hasFields, isFields, readColumns, type Fields, type Reader } from './source-row.ts';

/** The answers of the API of Bitly. A link has an address, and perhaps others that people gave it. */
export const bitly: Reader = {
  source: 'bitly',
  ...readColumns(
    {
      code: 'link',
      longUrl: 'long_url',
      title: 'title',
      tags: 'tags',
      clicks: 'clicks',
      createdAt: 'created_at',
    },
    ({ link }) => readAddress(link),
  ),
  splitRow(row) {
    const { custom_bitlinks: custom, link, id, clicks } = row;
    const first = readText(id).includes('/') ? [id] : [];
    const all = [...(Array.isArray(custom) ? (custom as unknown[]) : []), link, ...first];
    const byAddress = new Map<string, unknown>();
    for (const address of all) {
      const { code, domain } = readAddress(address);
      if (code !== '') byAddress.getOrInsert(`${domain}/${code}`, address);
    }
    const links = [...byAddress.values()];
    if (links.length === 0) return [row];
    // All clicks are with the first link, so that they count once.
    return links.map((address, index) =>
      Object.assign({}, row, { link: address, clicks: index === 0 ? clicks : 0 }),
    );
  },
};

function readAddress(value: unknown) {
  return readShortCell(readText(value), 'address', false);
}

/** The answers of the API of Dub. */
export const dub: Reader = {
  source: 'dub',
  ...readColumns({
    code: 'key',
    longUrl: 'url',
    title: 'title',
    description: 'description',
    note: 'comments',
    tags: 'tags',
    clicks: 'clicks',
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
    domain: 'domain',
  }),
  routing: dubRouting,
};

/** The answers of the API of Rebrandly. */
export const rebrandly: Reader = {
  source: 'rebrandly',
  ...readColumns(
    {
      code: 'slashtag',
      longUrl: 'destination',
      title: 'title',
      description: 'description',
      tags: 'tags',
      clicks: 'clicks',
      createdAt: 'createdAt',
      updatedAt: 'updatedAt',
    },
    ({ domain, domainName, shortUrl }) => {
      const host = domainName ?? (isFields(domain) ? domain['fullName'] : domain);
      return { domain: host ?? readAddress(shortUrl).domain };
    },
  ),
  routing: {
    columns: ['forwardParameters'],
    read({ forwardParameters: value }) {
      const forwards = readFlag(value);
      return forwards === 'unclear'
        ? refuseFlag('forwardParameters', value)
        : { forwardsQuery: forwards === 'on' };
    },
  },
};

/** The answers of the API of Short.io. A row without a path is the start page of the domain. */
export const shortIo: Reader = {
  source: 'shortio',
  ...readColumns(
    {
      code: 'path',
      longUrl: 'originalURL',
      title: 'title',
      tags: 'tags',
      clicks: 'clicks',
      createdAt: 'createdAt',
      updatedAt: 'updatedAt',
    },
    ({ secureShortURL, shortURL }) => ({ domain: readAddress(secureShortURL ?? shortURL).domain }),
  ),
  routing: shortIoRouting,
};

const tinyUrlColumns = readColumns({
  code: 'alias',
  longUrl: 'url',
  description: 'description',
  tags: 'tags',
  clicks: 'hits',
  createdAt: 'created_at',
  domain: 'domain',
});

/** The answers of the API of TinyURL. */
export const tinyUrl: Reader = {
  source: 'tinyurl',
  ...tinyUrlColumns,
  isRow: (row) =>
    tinyUrlColumns.isRow(row) && (hasFields(row, 'tiny_url') || hasFields(row, 'domain')),
};

/** The answer of the API of Chhoto to `GET /api/all`. */
export const chhotoApi: Reader = {
  source: 'chhoto',
  ...readColumns({ code: 'shortlink', longUrl: 'longlink', note: 'notes', clicks: 'hits' }),
};

/** The export of golink. Without a template, it adds the path behind a code to the target. */
export const golink: Reader = {
  source: 'golink',
  ...readColumns({ code: 'Short', longUrl: 'Long', createdAt: 'Created', updatedAt: 'LastEdit' }),
  refuseRow({ Long: target }: Fields) {
    if (!readText(target).includes('{{')) return null;
    const detail = describeColumn('Long', target);
    return { key: 'link.has.rules', reason: `The target is a template (${detail})`, detail };
  },
  routing: { columns: [], read: () => ({ forwardsPath: true }) },
};
