/** Real exports with links that are banned, expired, secret or unreadable. */
export const hardFiles = {
  'Kutt, banned with a number': `{"limit":10,"skip":0,"total":2,"data":[
{"address":"bann1","banned":1,"created_at":"2025-05-03T10:00:00.000Z","password":false,"target":"https://phish.example/1","visit_count":3,"description":null,"expire_in":null},
{"address":"bann2","banned":true,"created_at":"2025-05-03T10:00:00.000Z","password":false,"target":"https://phish.example/2","visit_count":3,"description":null,"expire_in":null}
]}`,
  'Kutt, expiries of every kind': `[
{"id":1,"address":"kpg1","target":"https://example.com/k1","visit_count":3,"created_at":"2021-05-03 10:00:00.123456+00","updated_at":"2021-05-03 10:00:00.123456+00","expire_in":"2022-01-01 00:00:00+00","banned":false,"password":null,"description":null},
{"id":3,"address":"kpg3","target":"https://example.com/k3","visit_count":3,"created_at":"2021-05-03T10:00:00.000Z","expire_in":"2022-01-01T00:00:00.000Z"},
{"id":4,"address":"kpg4","target":"https://example.com/k4","visit_count":3,"created_at":1620036000000,"expire_in":1640995200000},
{"id":9,"address":"kpg9","target":"https://example.com/k9","visit_count":3,"created_at":"2021-05-03","expire_in":"some day"}
]`,
  Polr: `[{"id":"1","short_url":"polr1","long_url":"https://example.com/p1","ip":"192.0.2.1","creator":"owner","clicks":"7","secret_key":"","is_disabled":"1","is_custom":"0","is_api":"0","created_at":"2018-01-02 03:04:05","updated_at":"2018-01-02 03:04:05","long_url_hash":"1"},{"id":"2","short_url":"polr2","long_url":"https://example.com/p2-secret","ip":"192.0.2.1","creator":"owner","clicks":"7","secret_key":"aB3d","is_disabled":"0","is_custom":"0","is_api":"0","created_at":"2018-01-02 03:04:05","updated_at":"2018-01-02 03:04:05","long_url_hash":"1"}]`,
  'Shlink, one page of nine':
    '{"shortUrls":{"data":[{"shortCode":"pg3","longUrl":"https://example.com/pg3","dateCreated":"2021-05-03T12:00:00+02:00","visitsSummary":{"total":1,"nonBots":1,"bots":0},"meta":{},"domain":null,"title":null}],"pagination":{"currentPage":1,"pagesCount":9,"itemsPerPage":1,"itemsInCurrentPage":1,"totalItems":9}}}',
  Sink: '{"version":"1","count":1,"links":[{"slug":"sink1","url":"https://phish.example/","unsafe":true,"createdAt":1620036000}],"list_complete":true}',
} as const;

const link = { address: 'a', target: 'https://example.com/' };
const shlink = { shortCode: 'a', longUrl: 'https://example.com/' };
const sink = { slug: 'a', url: 'https://example.com/' };
const yourls = { links: { link_1: { shorturl: 'https://s.test/a', url: 'https://example.com/' } } };

/** Files of one link, and the total that they claim; undefined: no other link. */
export const pagedFiles: readonly (readonly [string, unknown, number | null | undefined])[] = [
  ['Shlink', { shortUrls: { data: [shlink], pagination: { totalItems: 9, pagesCount: 9 } } }, 9],
  ['Shlink, no total', { shortUrls: { data: [shlink], pagination: { pagesCount: 2 } } }, null],
  [
    'Shlink, all',
    { shortUrls: { data: [shlink], pagination: { totalItems: 1, pagesCount: 1 } } },
    undefined,
  ],
  ['Kutt', { data: [link], total: 12, limit: 1, skip: 0 }, 12],
  ['Kutt, text', { data: [link], total: '12', limit: '1', skip: '11' }, 12],
  ['Kutt, version 1', { list: [link], countAll: 12 }, 12],
  ['Kutt, all', { data: [link], total: 1, limit: 10, skip: 0 }, undefined],
  ['Sink', { links: [sink], count: 1, list_complete: false, cursor: 'x' }, null],
  ['Sink, text', { links: [sink], list_complete: 'false' }, null],
  ['Sink, another spelling', { links: [sink], listComplete: 'no' }, null],
  ['Sink, all', { links: [sink], count: 1, list_complete: true, cursor: 'x' }, undefined],
  ['YOURLS', { ...yourls, stats: { total_links: '40', total_clicks: '7000' } }, 40],
  ['YOURLS, all', { ...yourls, stats: { total_links: '1', total_clicks: '7000' } }, undefined],
  ['a total in an object meta', { data: [link], meta: { total: 3 } }, 3],
  ['a next page', { data: [link], pagination: { next: 'https://s.test/?page=2' } }, null],
  ['no next page', { data: [link], pagination: { next: '' }, next: null }, undefined],
  ['more to come', { data: [link], has_more: true }, null],
  ['nothing more to come', { data: [link], hasMore: 0 }, undefined],
  [
    'an answer of Brisk',
    {
      code: 200,
      data: {
        total: 11,
        page: 1,
        limit: 1,
        urls: [{ short_url: 'a', long_url: 'https://example.com/' }],
      },
    },
    11,
  ],
  ['rows alone', [link], undefined],
];
