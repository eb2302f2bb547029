import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test';
import { addDomain } from '../../../contracts/domains.ts';
import { setOption } from '../../../contracts/site.ts';
import { expectData } from '../people/people-steps.ts';
import { drain } from '../set-up-site.ts';
import { ProtocolSite, type ProtocolCall } from './protocol-site.ts';
import { expectNoFault, visit, type CallName } from './protocol-steps.ts';

let bitly: ProtocolSite;
let host = '';

beforeEach(async () => {
  bitly = await ProtocolSite.open((token) => ({ Authorization: `Bearer ${token}` }));
  await bitly.switch({ bitly: 1 });
  ({ host } = new URL(bitly.site.url));
});
afterEach(() => bitly[Symbol.asyncDispose]());

const url = 'https://example.com/page';

async function ask(call: CallName, sent?: ProtocolCall) {
  const { status, body } = await bitly.ask(call, sent);
  return { status, body };
}

const shorten = (body: object) => ask('POST /v4/shorten', { body: { long_url: url, ...body } });
const create = (body: object) => ask('POST /v4/bitlinks', { body: { long_url: url, ...body } });
const edit = (body: object) => ask(`PATCH /v4/bitlinks/${host}/mine`, { body });
const expand = (id: string) => ask('POST /v4/expand', { body: { bitlink_id: id } });
const aTime = (offset: string) =>
  expect.stringMatching(
    new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d${RegExp.escape(offset)}$`),
  ) as string;
const refused = (status: number, message: string, resource = 'bitlinks') => ({
  status,
  body: expect.objectContaining({
    message,
    resource,
    description: expect.any(String) as string,
  }) as unknown,
});
const unknown = refused(404, 'NOT_FOUND');
const shown = () => ({
  created_at: aTime('+0000'),
  id: `${host}/mine`,
  link: bitly.short('mine'),
  custom_bitlinks: [],
  long_url: url,
  title: '',
  archived: false,
  created_by: 'ada',
  client_id: '',
  tags: [],
  deeplinks: [],
  references: { group: `${new URL(bitly.site.url).origin}/v4/groups/brisk` },
});

describe('a link', () => {
  test('is made once for a long URL, on the main domain for bit.ly', async () => {
    const made = await shorten({ domain: 'bit.ly', group_guid: 'Ba1bc23dE4F' });
    const { link, id } = made.body as { link: string; id: string };
    expect(made).toEqual({ status: 201, body: { ...shown(), link, id } });
    expect(link).toBe(`http://${id}`);
    expect(await shorten({})).toMatchObject({ status: 200, body: { link } });
    const another = await shorten({ force_new_link: true });
    expect(another.status).toBe(201);
    expect(another.body).not.toMatchObject({ link });
  });

  test('has the title, tags, code and end that it is made with', async () => {
    const sent = { title: 'A title', tags: ['a', 'b'], expiration_at: '2096-01-28T14:30:00+0000' };
    expect(await create({ keyword: 'mine', ...sent })).toEqual({
      status: 201,
      body: { ...shown(), ...sent },
    });
    const taken = await create({ keyword: 'mine', long_url: 'https://example.com/other' });
    expect(taken).toEqual(refused(400, 'KEYWORD_UNAVAILABLE'));
    expect(taken.body).toMatchObject({ errors: [{ field: 'keyword' }] });
  });

  test('is got, and expanded by its id, its address, bit.ly or its code', async () => {
    await create({ keyword: 'mine' });
    expect(await ask(`GET /v4/bitlinks/${host}/mine`)).toEqual({ status: 200, body: shown() });
    expect((await ask('GET /v4/bitlinks/bit.ly/mine')).status).toBe(200);
    const { created_at, id, link, long_url } = shown();
    for (const text of [id, link, 'bit.ly/mine', 'https://bit.ly/mine', 'mine']) {
      expect(await expand(text)).toEqual({ status: 200, body: { created_at, id, link, long_url } });
    }
    for (const text of [`${host}/none`, 'elsewhere.example/mine', '/', 'bit.ly/']) {
      expect([text, await expand(text)]).toEqual([text, unknown]);
    }
  });

  test('is edited; what is left out stays', async () => {
    await create({ keyword: 'mine', title: 'A title', tags: ['a'] });
    expect((await edit({ archived: true, title: 'Another' })).body).toEqual({
      ...shown(),
      title: 'Another',
      tags: ['a'],
      archived: true,
    });
    const long_url = 'https://example.com/new';
    expect((await edit({ archived: false, tags: [], long_url, title: '' })).body).toEqual({
      ...shown(),
      long_url,
    });
    expect((await edit({ archived: null, title: null, deeplinks: [] })).status).toBe(200);
    expect(await ask(`PATCH /v4/bitlinks/${host}/none`, { body: {} })).toEqual(unknown);
  });

  test('belongs to the domain that is named, or to that of the call', async () => {
    const { site } = bitly;
    await expectData(site, addDomain, { host: 'go.example' }, site.token);
    const made = await create({ keyword: 'mine', domain: 'go.example' });
    expect(made.body).toMatchObject({ id: expect.stringMatching(/^go\.example(:\d+)?\/mine$/) });
    const headers = { host: 'go.example' };
    const body = { long_url: url, keyword: 'yours' };
    const there = await ask('POST /v4/bitlinks', { body, headers });
    expect(there.body).toMatchObject({ link: 'http://go.example/yours' });
    expect((await ask('GET /v4/bitlinks/go.example/mine')).status).toBe(200);
    expect(await ask(`GET /v4/bitlinks/${host}/mine`)).toEqual(unknown);
    expect(await shorten({ domain: 'other.example' })).toEqual(refused(400, 'INVALID_ARG_DOMAIN'));
  });
});

const getClicks = (query: string) => ask(`GET /v4/bitlinks/${host}/mine/clicks${query}`);

/** The middle of an hour, at most an hour ago: no hour ends while a test runs. */
function findQuietTime(): Date {
  const halfHour = 30 * 60 * 1000;
  return new Date(Math.floor((Date.now() - halfHour) / (2 * halfHour)) * 2 * halfHour + halfHour);
}

describe('clicks', () => {
  beforeEach(async () => {
    setSystemTime(findQuietTime());
    await create({ keyword: 'mine' });
    for (let count = 0; count < 3; count += 1) await visit(bitly.site, 'mine');
    await drain(bitly.site);
  });
  afterEach(() => void setSystemTime());

  test.each([
    ['hour', /T\d\d:00:00\+0000$/],
    ['day', /T00:00:00\+0000$/],
    ['week', /T00:00:00\+0000$/],
    ['month', /-01T00:00:00\+0000$/],
  ])('of people are told by %s', async (unit, pattern) => {
    const date = expect.stringMatching(pattern) as string;
    for (const units of [-1, 1, 10_000]) {
      expect(await getClicks(`?unit=${unit}&units=${units}`)).toEqual({
        status: 200,
        body: { unit, units, unit_reference: aTime('+0000'), link_clicks: [{ date, clicks: 3 }] },
      });
    }
  });

  test('are those up to a time, in the time zone of the site', async () => {
    const zone = { key: 'time_zone', value: '"Asia/Shanghai"' };
    await expectData(bitly.site, setOption, zone, bitly.site.token);
    const { body } = await getClicks('');
    expect(body).toEqual({
      unit: 'day',
      units: -1,
      unit_reference: aTime('+0800'),
      link_clicks: [{ date: expect.stringMatching(/T00:00:00\+0800$/) as string, clicks: 3 }],
    });
    for (const time of ['2020-01-02T15:04:05-0700', '1970-01-01T00:00:00Z']) {
      for (const unit of ['hour', 'day', 'week', 'month']) {
        const past = `?unit=${unit}&units=2&unit_reference=${encodeURIComponent(time)}`;
        expect((await getClicks(past)).body).toMatchObject({ link_clicks: [] });
      }
    }
  });

  test('are added up', async () => {
    const sum = (query: string) => ask(`GET /v4/bitlinks/${host}/mine/clicks/summary${query}`);
    expect(await sum('')).toEqual({
      status: 200,
      body: { unit: 'day', units: -1, unit_reference: aTime('+0000'), total_clicks: 3 },
    });
    expect((await sum('?unit=month&units=1')).body).toMatchObject({ units: 1, total_clicks: 3 });
    const past = await sum('?unit_reference=2020-01-01T00:00:00Z');
    expect(past.body).toMatchObject({ total_clicks: 0 });
    expect(await getClicks('?unit=minute')).toEqual(refused(400, 'INVALID_ARG_UNIT'));
    expect(await getClicks('?units=0')).toEqual(refused(400, 'INVALID_ARG_UNITS'));
    expect(await ask(`GET /v4/bitlinks/${host}/none/clicks`)).toEqual(unknown);
  });
});

test('the account has one group', async () => {
  const { site } = bitly;
  await expectData(site, addDomain, { host: 'go.example' }, site.token);
  expect((await ask('GET /v4/user')).body).toMatchObject({
    login: 'ada',
    is_active: true,
    default_group_guid: 'brisk',
  });
  const group = {
    guid: 'brisk',
    organization_guid: 'brisk',
    name: new URL(site.url).hostname,
    bsds: ['go.example'],
    is_active: true,
  };
  expect((await ask('GET /v4/groups')).body).toMatchObject({ groups: [group] });
  expect((await ask('GET /v4/groups/brisk')).body).toMatchObject(group);
  expect(await ask('GET /v4/groups/other')).toEqual(refused(404, 'NOT_FOUND', 'groups'));
});

test.each([
  [{ long_url: 'nothing' }, 'INVALID_ARG_LONG_URL'],
  [{ long_url: null }, 'INVALID_ARG_LONG_URL'],
  [{ keyword: 'a b' }, 'INVALID_ARG_KEYWORD'],
  [{ keyword: 'api' }, 'INVALID_ARG_KEYWORD'],
  [{ tags: [''] }, 'INVALID_ARG_TAGS'],
  [{ expiration_at: '2020-01-01T00:00:00+0000' }, 'INVALID_ARG_EXPIRATION_AT'],
])('a link of %j is refused', async (body, message) => {
  expect(await create(body)).toEqual(refused(400, message));
});

test('a short link of the site is refused, and a body that is no JSON', async () => {
  expect(await shorten({ long_url: bitly.short('a') })).toEqual(
    refused(400, 'ALREADY_A_BITLY_LINK'),
  );
  expect(await ask('POST /v4/shorten', { body: '{' })).toEqual(refused(400, 'BAD_REQUEST'));
  const { body } = await shorten({ long_url: 'nothing' });
  expect(body).toMatchObject({ errors: [{ field: 'long_url', error_code: 'invalid' }] });
});

test('only its own paths are taken, while it is on', async () => {
  await create({ keyword: 'v4' });
  const follow = async (path: string) => {
    const response = await bitly.site.fetch(path, { redirect: 'manual' });
    return [response.status, response.headers.get('location')];
  };
  expect(await follow('/v4')).toEqual([302, url]);
  const wrong = await bitly.ask('GET /v4/shorten');
  expect(wrong).toMatchObject({ status: 405, body: { message: 'METHOD_NOT_ALLOWED' } });
  expect([wrong.headers.get('allow'), wrong.headers.get('access-control-allow-origin')]).toEqual([
    'POST',
    null,
  ]);
  expect(await ask('GET /v4/organizations')).toEqual(unknown);
  await bitly.switch({ bitly: 0 });
  expect(await follow('/v4')).toEqual([302, url]);
  const { status, headers } = await bitly.ask('GET /v4/user');
  expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
});

test('no fields of a call are a fault of the server', async () => {
  await create({ keyword: 'mine' });
  const odd = ['GET /v4/bitlinks/%FF/%2F', 'GET /v4/bitlinks/bit.ly/__proto__'] as const;
  for (const call of odd) expect((await ask(call)).status).toBe(404);
  const one = `/v4/bitlinks/${host}/mine` as const;
  const names = ['long_url', 'domain', 'title', 'tags', 'keyword', 'archived', 'bitlink_id'];
  const values = ['mine', 'bit.ly/mine', '99999999999'];
  const changes = ['POST /v4/shorten', 'POST /v4/bitlinks', 'POST /v4/expand'] as const;
  await expectNoFault(bitly, [...changes, `PATCH ${one}`], { names, values });
  const fields = ['unit', 'units', 'unit_reference', 'size'];
  const times = ['hour', 'month', '10000', '253402300799', '0'];
  await expectNoFault(bitly, [`GET ${one}/clicks`, `GET ${one}/clicks/summary`], {
    names: fields,
    values: times,
  });
});
