import type { AcceptedFile } from './accepted.ts';
import { phpMyAdmin } from './yourls-files.ts';

const time = Date.UTC(2021, 4, 6, 7, 8, 9) / 1000;
const later = time + 86_400;
const iso = '2021-05-06T07:08:09.000Z';

const zurlRow = {
  id: 5,
  short_url: 'Zu1',
  long_url: 'https://example.com/z',
  created_at: time,
  updated_at: later,
  is_active: 0,
  title: 'Zurl',
  description: 'Its words',
  ip: '192.0.2.1',
  clicks: 4,
  expires_at: later,
};
const zurlLink = {
  short_url: 'Zu1',
  long_url: 'https://example.com/z',
  title: 'Zurl',
  description: 'Its words',
  clicks: 4,
  created_at: time,
  updated_at: later,
  expires_at: later,
  is_active: 0,
  ip: '192.0.2.1',
};
const zurlTexts = Object.fromEntries(
  Object.entries(zurlRow).map(([name, value]) => [name, String(value)]),
);

const polrRow = {
  id: '1',
  short_url: 'poLr',
  long_url: 'https://example.com/p',
  ip: '192.0.2.1',
  creator: 'owner',
  clicks: '7',
  secret_key: '',
  is_disabled: '0',
  is_custom: '0',
  is_api: '0',
  created_at: '2021-05-06 07:08:09',
  updated_at: '2021-05-07 07:08:09',
  long_url_hash: '1',
};
const polrLink = {
  short_url: 'poLr',
  long_url: 'https://example.com/p',
  clicks: 7,
  created_at: time,
  updated_at: later,
  expires_at: 0,
  is_active: 1,
  ip: '192.0.2.1',
};

/** Exports of other shorteners than YOURLS. */
export const otherShorteners: readonly AcceptedFile[] = [
  {
    title: 'YOURLS, its API',
    file: JSON.stringify({
      links: {
        link_1: {
          shorturl: 'http://sho.rt/AbC',
          url: 'https://example.com/1',
          title: 'One',
          timestamp: '2021-05-06 07:08:09',
          ip: '192.0.2.1',
          clicks: '7',
        },
        link_2: { shorturl: 'http://sho.rt/in/here/%E4%B8%AD', url: 'https://example.com/2' },
      },
      stats: { total_links: '2', total_clicks: '7' },
      statusCode: 200,
      message: 'success',
    }),
    links: [
      { short_url: 'AbC', title: 'One', created_at: time, clicks: 7, ip: '192.0.2.1' },
      { short_url: '中', long_url: 'https://example.com/2' },
    ],
  },
  { title: 'Zurl, bare rows', file: JSON.stringify([zurlRow]), links: [zurlLink] },
  {
    title: 'Zurl, a dump of its database',
    file: JSON.stringify({ zurl_options: [{ id: 1 }], zurl_urls: [zurlTexts] }),
    links: [zurlLink],
  },
  {
    title: 'Zurl or Brisk, an answer of the API',
    file: JSON.stringify({ code: 200, msg: 'success', data: { total: 1, urls: [zurlRow] } }),
    links: [zurlLink],
  },
  { title: 'Polr, bare rows', file: JSON.stringify([polrRow]), links: [polrLink] },
  {
    title: 'Polr, a dump of its database',
    file: phpMyAdmin({ clicks: [{ id: '1', link_id: '1' }], links: [polrRow] }),
    links: [polrLink],
  },
  {
    title: 'Shlink',
    file: JSON.stringify({
      shortUrls: {
        data: [
          {
            shortCode: 'aB1',
            shortUrl: 'https://s.test/aB1',
            longUrl: 'https://example.com/s',
            dateCreated: '2021-05-06T09:08:09+02:00',
            visitsSummary: { total: 9, nonBots: 8, bots: 1 },
            tags: ['a'],
            meta: { validSince: null, validUntil: '2021-05-07T07:08:09+00:00', maxVisits: null },
            domain: null,
            title: null,
          },
          { shortCode: 'old', longUrl: 'https://example.com/o', visitsCount: 2, meta: null },
          {
            shortCode: 'rule',
            longUrl: 'https://example.com/r',
            visitsSummary: { total: 2, nonBots: 2, bots: 0 },
            meta: { validSince: null, validUntil: null, maxVisits: 5 },
            forwardQuery: false,
            hasRedirectRules: true,
            redirectRules: [
              {
                longUrl: 'https://example.com/de',
                priority: 1,
                conditions: [{ type: 'language', matchKey: null, matchValue: 'de' }],
              },
            ],
          },
        ],
        pagination: { currentPage: 1, pagesCount: 1 },
      },
    }),
    links: [
      { short_url: 'aB1', clicks: 9, created_at: time, expires_at: later, title: '' },
      { short_url: 'old', clicks: 2, expires_at: 0, routing: '{"forward_query":1}' },
      {
        short_url: 'rule',
        clicks: 2,
        routing:
          '{"max_clicks":5,"rules":[{"when":{"language":["de"]},"target":"https://example.com/de"}]}',
      },
    ],
  },
  {
    title: 'Kutt',
    file: JSON.stringify({
      total: 2,
      limit: 10,
      skip: 0,
      data: [
        {
          id: '6d3ec8b0-5a5f-4c3a-9d5e-b9b1a2c3d4e5',
          address: 'kUt',
          target: 'https://example.com/k',
          description: 'Words',
          password: false,
          banned: false,
          expire_in: null,
          visit_count: 3,
          created_at: iso,
          updated_at: '2021-05-07T07:08:09.000Z',
        },
        { address: 'bad', target: 'https://example.com/b', banned: true, expire_in: iso },
      ],
    }),
    links: [
      {
        short_url: 'kUt',
        description: 'Words',
        clicks: 3,
        created_at: time,
        updated_at: later,
        expires_at: 0,
        is_active: 1,
      },
      { short_url: 'bad', is_active: 0, expires_at: time },
    ],
  },
  {
    title: 'Sink',
    file: JSON.stringify({
      version: '1',
      exportedAt: iso,
      count: 2,
      links: [
        {
          slug: 'app',
          url: 'https://example.com/app',
          google: 'https://play.google.com/1',
          geo: { DE: 'https://example.com/de' },
          redirectWithQuery: true,
        },
        {
          id: 'x1',
          slug: 'SiNk',
          url: 'https://example.com/sink',
          comment: 'A comment',
          createdAt: time,
          updatedAt: later,
          expiration: later,
          geo: {},
          unsafe: false,
        },
      ],
      list_complete: true,
    }),
    links: [
      {
        short_url: 'app',
        routing:
          '{"forward_query":1,"rules":[{"when":{"system":["Android","HarmonyOS"]},"target":"https://play.google.com/1"},{"when":{"country":["DE"]},"target":"https://example.com/de"}]}',
      },
      {
        short_url: 'SiNk',
        description: '',
        note: 'A comment',
        created_at: time,
        updated_at: later,
        expires_at: later,
      },
    ],
  },
  {
    title: 'Brisk',
    file: JSON.stringify({ format: 'brisk', version: 1, exported_at: later, links: [zurlRow] }),
    links: [zurlLink],
  },
  { title: 'Brisk, empty', file: '{"format":"brisk","version":1,"links":[]}', links: [] },
];
