import { fc } from '../../support/random.ts';
import { placeToken, type Protocol } from '../compat/face-calls.ts';

/** What random calls name: links of the caller and of others, and what is no link. */
export interface Known {
  readonly codes: readonly string[];
  readonly ids: readonly number[];
  readonly kuttIds: readonly string[];
  readonly tokens: readonly string[];
}

export interface RandomCall {
  readonly token: string;
  readonly method: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly form: 'query' | 'json' | 'urlencoded' | 'multipart';
  readonly headers: Readonly<Record<string, string>>;
}

const yourls = `/yourls-api.php action url shorturl keyword title filter limit start format callback`;
const dates = 'startDate endDate';
const visits = `excludeBots page itemsPerPage ${dates} domain`;
/**
 * Method, path, and fields, of which the first two are always sent. `{code}`, `{id}` and `{kuttId}` name
 * links; `{text}` is anything.
 */
const calls = {
  yourls: [`GET ${yourls}`, `POST ${yourls}`, `POST ${yourls} timestamp hash`],
  shlink: [
    `GET /rest/v1/short-urls page itemsPerPage searchTerm tags excludeTags orderBy ${dates} domain`,
    `POST /rest/v3/short-urls longUrl tags customSlug shortCodeLength findIfExists domain title
      validSince validUntil maxVisits forwardQuery`,
    'GET /rest/v2/short-urls/shorten longUrl',
    'GET /rest/v3/short-urls/{code}',
    `PATCH /rest/v3/short-urls/{code} title longUrl tags validSince validUntil maxVisits
      forwardQuery domain`,
    'DELETE /rest/v3/short-urls/{code}',
    'DELETE /rest/v3/short-urls/{code} domain',
    `GET /rest/v3/short-urls/{code}/visits ${visits}`,
    'DELETE /rest/v3/short-urls/{code}/visits domain',
    'GET /rest/v3/short-urls/{code}/redirect-rules domain',
    'POST /rest/v3/short-urls/{code}/redirect-rules redirectRules domain',
    'GET /rest/v3/visits domain',
    `GET /rest/v3/visits/orphan ${visits}`,
    `GET /rest/v3/visits/non-orphan ${visits}`,
    'GET /rest/v3/tags/stats page itemsPerPage searchTerm orderBy',
    `GET /rest/v3/tags/{text}/visits ${visits}`,
    `GET /rest/v3/domains/{text}/visits ${visits}`,
    'PUT /rest/v3/tags oldName newName',
    'DELETE /rest/v3/tags tags',
    'PATCH /rest/v3/domains/redirects domain baseUrlRedirect',
    'POST /rest/v3/{text} longUrl',
  ],
  kutt: [
    'GET /api/v2/links limit skip search',
    'POST /api/v2/links target customurl description password reuse expire_in domain',
    'PATCH /api/v2/links/{kuttId} target description address expire_in password',
    'DELETE /api/v2/links/{kuttId} domain',
    'GET /api/v2/links/{kuttId}/stats domain',
    'GET /api/v2/users domain',
    'POST /api/v2/domains domain',
    'DELETE /api/v2/domains/{text} domain',
    'PATCH /api/v2/links/{text} target',
  ],
  polr: [
    'GET /api/v2/action/shorten url custom_ending response_type',
    'POST /api/v2/action/shorten url custom_ending is_secret response_type',
    'POST /api/v2/action/shorten_bulk data response_type',
    'GET /api/v2/action/lookup url_ending response_type',
    'GET /api/v2/data/link url_ending stats_type left_bound right_bound',
    'POST /api/v2/action/{text} url',
  ],
  chhoto: [
    'POST /api/new longlink shortlink expiry_delay notes',
    'POST /api/expand shortlink',
    'PUT /api/edit shortlink longlink expiry_time notes reset_hits',
    'DELETE /api/del/{code} notes',
    'GET /api/all page_size page_no page_after filter',
    'GET /api/getconfig filter',
    'DELETE /api/del/{text} notes',
  ],
  sink: [
    'POST /api/link/create url slug comment tags expiration geo apple redirectWithQuery password',
    'POST /api/link/upsert url slug title description image',
    'PUT /api/link/edit slug url comment tags expiration geo google password',
    'POST /api/link/delete slug',
    'GET /api/link/query slug',
    'GET /api/link/list limit cursor sort tag status',
    'GET /api/link/search q url tag status',
    'GET /api/link/count url q tag',
    'GET /api/link/tags',
    'GET /api/verify',
    'POST /api/link/{text} url',
  ],
  bitly: [
    'POST /v4/shorten long_url domain force_new_link',
    'POST /v4/bitlinks long_url keyword title tags domain expiration_at force_new_link',
    'GET /v4/bitlinks/{host}/{code}',
    'PATCH /v4/bitlinks/{host}/{code} title tags long_url archived expiration_at',
    'POST /v4/expand bitlink_id',
    'GET /v4/bitlinks/{host}/{code}/clicks unit units size unit_reference',
    'GET /v4/bitlinks/{host}/{code}/clicks/summary unit units unit_reference',
    'GET /v4/groups',
    'PATCH /v4/bitlinks/{text} title',
  ],
  v1: [
    'GET /api/v1/links limit sort cursor owner',
    'POST /api/v1/links long_url short_url title note tags expires_at owner',
    'POST /api/v1/links/many links dry_run',
    'POST /api/v1/links/bulk set ids dry_run',
    'POST /api/v1/links/bulk where set',
    'GET /api/v1/links/{id} limit',
    'PATCH /api/v1/links/{id} title long_url short_url note tags expires_at is_active owner',
    'DELETE /api/v1/links/{id}',
    'GET /api/v1/tags',
    'GET /api/v1/domains',
    'GET /api/v1/stats/report period short_url',
    'DELETE /api/v1/links/{text}',
  ],
} as const satisfies Record<Protocol, readonly string[]>;
export const protocols = Object.keys(calls) as Protocol[];

const hostile = ['\0', '\r\nX-A: b', '__proto__', '\uD800', '../..', '%', '"<>&', '.'.repeat(5000)];
const actions = ['shorturl', 'expand', 'url-stats', 'stats', 'db-stats', 'delete', 'version', 'x'];
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(...hostile, 'red'),
);
const anything = fc.oneof(text, fc.jsonValue(), fc.double(), fc.constantFrom(true, 'true', null));

/** What clients send in fields of these names. */
function typicalValues({ codes, ids }: Known): Readonly<Record<string, fc.Arbitrary<unknown>>> {
  const url = fc.constantFrom('https://example.com/', 'https://new.example/a', 'new.example/x');
  const code = fc.constantFrom(...codes);
  const newCode = fc.oneof(code, fc.stringMatching(/^[a-z]{4,8}$/));
  const bool = fc.constantFrom(true, false, 0, 1);
  const tags = fc.subarray(['red', 'blue', 'Grün'], { minLength: 1 });
  const tag = fc.constantFrom('red', 'blue', 'green');
  const domain = fc.constantFrom('go.example', 'DEFAULT', 'no.example', '');
  const time = fc.constantFrom('2040-01-01', '2040-01-01T00:00:00Z', 4e9, '0', '-1', 'None');
  const count = fc.constantFrom(1, 2, 5, '50', 0, -1, Number.MAX_SAFE_INTEGER);
  const conditions = [{ type: 'device', matchValue: 'ios' }];
  return {
    ...named('url longUrl target longlink long_url baseUrlRedirect apple google image', url),
    ...named(
      'keyword customSlug customurl address custom_ending shortlink slug short_url',
      newCode,
    ),
    ...named('shorturl url_ending page_after bitlink_id', code),
    ...named(
      'findIfExists forwardQuery excludeBots reuse redirectWithQuery force_new_link archived is_secret reset_hits',
      bool,
    ),
    ...named('tags excludeTags', tags),
    ...named('oldName newName tag', tag),
    ...named('domain', domain),
    ...named('validSince validUntil startDate endDate left_bound right_bound', time),
    ...named('expiry_time expires_at expiration expiration_at unit_reference', time),
    ...named('limit start page itemsPerPage skip page_no page_size timestamp', count),
    ...named('shortCodeLength maxVisits expiry_delay units size', count),
    action: fc.constantFrom(...actions),
    filter: fc.constantFrom('top', 'last', 'rand', 'x'),
    format: fc.constantFrom('json', 'jsonp', 'xml', 'simple', 'JSON'),
    redirectRules: fc.constantFrom([], [{ longUrl: 'https://rule.example/', conditions }], [{}]),
    orderBy: fc.constantFrom('visits-DESC', 'title-ASC', 'tag', 'x'),
    password: fc.constantFrom('secret', '', 'x'),
    expire_in: fc.constantFrom('2 days', '1000y', '5', '1.5h'),
    response_type: fc.constantFrom('json', 'plain'),
    stats_type: fc.constantFrom('day', 'country', 'referer'),
    data: fc
      .array(fc.record({ url, custom_ending: newCode }), { minLength: 1, maxLength: 3 })
      .map((links) => JSON.stringify({ links })),
    owner: fc.constantFrom('me', '0', 'ada', 1, 2),
    is_active: fc.constantFrom(0, 1),
    ids: fc.subarray([...ids], { minLength: 1 }),
    where: fc.constantFrom({ all: 1 }, { tag: ['red'] }, { q: 'a' }),
    set: fc.constantFrom({ title: 'taken over' }, { is_active: 0 }, { owner: 'me' }),
    links: fc.array(fc.record({ long_url: url, short_url: newCode }), {
      minLength: 1,
      maxLength: 3,
    }),
    dry_run: fc.constantFrom(0, 1),
    geo: fc.constantFrom({ DE: 'https://de.example/' }, { XX: 'x' }, {}),
    unit: fc.constantFrom('hour', 'day', 'week', 'month', 'x'),
    status: fc.constantFrom('active', 'expired', 'all', 'x'),
    sort: fc.constantFrom('clicks', 'title', 'az', 'x'),
    period: fc.constantFrom('all', '7d', 'x'),
  };
}

function named<Value>(names: string, value: Value): Record<string, Value> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, value]));
}

export function randomCall(protocol: Protocol, known: Known): fc.Arbitrary<RandomCall> {
  const typical = typicalValues(known);
  const valueOf = (name: string) =>
    fc.oneof({ arbitrary: typical[name] ?? text, weight: 9 }, { arbitrary: anything, weight: 1 });
  const parts = {
    code: fc.constantFrom(...known.codes),
    id: fc.constantFrom(...known.ids),
    host: fc.constantFrom('bit.ly', 'bit.ly', 'go.example', 'no.example'),
    kuttId: fc.constantFrom(...known.kuttIds),
    text,
  };
  return fc.constantFrom(...calls[protocol]).chain((call) => {
    const [method = '', path = '', ...names] = call.split(/\s+/);
    const fields = Object.fromEntries(names.map((name) => [name, valueOf(name)]));
    const isBodyless = method === 'GET' || method === 'DELETE';
    return fc
      .record({
        ...parts,
        token: fc.constantFrom(...known.tokens),
        fields: fc.record(fields, { requiredKeys: names.slice(0, 2) }),
        form: fc.constantFrom<RandomCall['form']>('json', 'json', 'urlencoded', 'multipart'),
        key: fc.constantFrom('', '', '', '', 'one', 'two', 'three'),
        ifMatch: fc.constantFrom('', '', '', '', '*', '"x"', '"'),
      })
      .map(({ token, fields: sent, form, key, ifMatch, ...filling }) => {
        const placed = placeToken({ protocol, path }, token);
        const fill = (_: string, name: keyof typeof filling) =>
          encodeURIComponent(String(filling[name]).toWellFormed());
        return {
          token,
          method,
          path: path.replaceAll(/\{(\w+)\}/g, fill),
          fields: { ...sent, ...placed.query },
          form: isBodyless ? 'query' : form,
          headers: {
            ...placed.headers,
            ...(key !== '' && { 'idempotency-key': key }),
            ...(ifMatch !== '' && { 'if-match': ifMatch }),
          },
        };
      });
  });
}
