import { afterAll, beforeAll, expect, test } from 'bun:test';
import { addDomain } from '../../../contracts/domains.ts';
import { createToken as createShownToken } from '../../../contracts/account.ts';
import { createLink, deleteLink, type Link } from '../../../contracts/links/links.ts';
import { disableAccount } from '../../../contracts/people/people.ts';
import { setOption } from '../../../contracts/site.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import type { Engine } from '../../../server/engine/engine.ts';
import { fc, seed } from '../../support/random.ts';
import { chooseForRun, isShortRun } from '../../support/test-run.ts';
import { addPerson, changeRow, createToken, expectData } from '../people/people-steps.ts';
import { openService } from '../people/services.ts';
import { switchAll } from '../compat/face-calls.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { protocols, randomCall, type Known, type RandomCall } from './random-calls.ts';

const CALLS = chooseForRun(100, 1500);
/** After so many calls, what must not change is compared. */
const STEP = 20;
/** Of links that authors do not see. */
const SECRET = 'planted';

let site: SetUpSite;
let engine: Engine;
let known: Known;
let own: readonly number[];
/** Tokens that see the links of others. */
let seesAll: ReadonlySet<string>;

beforeAll(async () => {
  site = await openSetUpSite();
  engine = await openTestEngine(site.dataDir);
  await expectData(site, setOption, switchAll(1), site.token);
  await expectData(site, addDomain, { host: 'go.example' }, site.token);

  const shown = async (by: string) =>
    (await expectData<{ token: string }>(site, createShownToken, {}, by)).token;
  const author = await addPerson(site, { username: 'grace', role: 'author' });
  const reader = await addPerson(site, { username: 'rosa', role: 'author', sees_all: 1 });
  const viewer = await addPerson(site, { username: 'vera', role: 'viewer', sees_all: 1 });
  const leaver = await addPerson(site, { username: 'lea', role: 'editor' });
  const service = await openService(site, 'robot', { role: 'author' });
  const left = await shown(leaver.token);
  await expectData(site, disableAccount, { id: leaver.id }, site.token);
  const ended = await createToken(site, site.token, { scopes: ['links:read', 'links:write'] });
  await changeRow(site, 'api_token', ended, { expires_at: 1 });
  const reads = await createToken(site, site.token, { scopes: ['links:read', 'stats:read'] });
  const hers = await shown(author.token);
  const viewers = await shown(viewer.token);
  const readers = await shown(reader.token);
  own = [author.id, reader.id, service.id];

  const make = async (code: string, by: string, more = {}) =>
    expectData<Link>(
      site,
      createLink,
      { long_url: 'https://example.com/', short_url: code, ...more },
      by,
    );
  const secret = { long_url: `https://${SECRET}.example/`, title: SECRET, note: SECRET };
  const links = [
    await make('hers', author.token, { tags: ['red'] }),
    await make('hers-too', author.token),
    await make('robots', service.token),
    await make('owners', site.token, { ...secret, tags: ['red', 'green', SECRET] }),
    await make('locked', site.token, { ...secret, password: 'secret' }),
    await make('capped', site.token, { max_clicks: 3 }),
    await make('there', site.token, { ...secret, domain: 'go.example' }),
    await make('binned', site.token, secret),
  ];
  const token = await shown(site.token);
  const listed = await site.fetch(`/api/v2/links?apikey=${token}&limit=50`);
  const { data } = (await listed.json()) as { data: { id: string }[] };
  await expectData(site, deleteLink, { short_url: 'binned' }, site.token);
  const codes = links.map((link) => link.short_url);
  const ids = links.map((link) => link.id);
  seesAll = new Set([readers, viewers, reads]);
  // Those that may change something of their own come more often.
  const changing = [hers, service.token, readers];
  known = {
    codes: [...codes, ...codes.slice(0, 3), `${site.url}owners`, 'go.example/there'],
    ids: [...ids, ...ids.slice(0, 3), 999_999],
    kuttIds: [...data.map(({ id }) => id), '00000000-0000-8000-8000-000000000000'],
    tokens: [...changing, ...changing, viewers, reads, author.token, ended, left, 'sk-wrong', ''],
  };
}, 300_000);
afterAll(async () => {
  await engine.close();
  await site[Symbol.asyncDispose]();
});

/** What none of the tokens may change. */
async function readOthers() {
  const { db } = engine;
  const links = await db
    .selectFrom('link')
    .selectAll()
    .where('owner_id', 'not in', own)
    .orderBy('id')
    .execute();
  const ids = links.map(({ id }) => id);
  return {
    links,
    tags: await db
      .selectFrom('link_tag')
      .selectAll()
      .where('link_id', 'in', ids)
      .orderBy('link_id')
      .orderBy('tag_id')
      .execute(),
    bin: await db
      .selectFrom('deleted_link')
      .selectAll()
      .where('owner_id', 'not in', own)
      .orderBy('id')
      .execute(),
    changes: await db
      .selectFrom('link_change')
      .selectAll()
      .where('link_id', 'in', ids)
      .orderBy('id')
      .execute(),
    options: await db.selectFrom('option').selectAll().orderBy('key').execute(),
    accounts: await db.selectFrom('account').selectAll().orderBy('id').execute(),
    tokens: await db.selectFrom('api_token').select(['id', 'scopes']).orderBy('id').execute(),
  };
}

function send({ method, path, fields, form, headers }: RandomCall): Promise<Response> {
  const pairs = Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    Array.isArray(value) ? value.map((one) => [`${name}[]`, toText(one)]) : [[name, toText(value)]],
  );
  const query = new URLSearchParams(pairs);
  const init = { method, headers };
  if (form === 'query') return site.fetch(`${path}?${query.toString()}`, init);
  if (form === 'urlencoded') return site.fetch(path, { ...init, body: query });
  if (form === 'multipart') {
    const body = new FormData();
    for (const [name, value] of pairs) body.append(name, value);
    return site.fetch(path, { ...init, body });
  }
  const json = { ...headers, 'content-type': 'application/json' };
  return site.fetch(path, { method, headers: json, body: JSON.stringify(fields) });
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns whether the call succeeded. */
async function expectHarmless(call: RandomCall): Promise<boolean> {
  const response = await send(call);
  const { status } = response;
  const isFault = status >= 500 && status !== 501;
  const text = await response.text();
  const tellsSecret = !seesAll.has(call.token) && text.includes(SECRET);
  const is = { call, fault: isFault ? status : 0, secret: tellsSecret ? text : '' };
  expect(is).toEqual({ call, fault: 0, secret: '' });
  return response.ok;
}

test.each(protocols)(
  `random calls of %s are no fault, and touch no link out of reach (seed ${seed})`,
  async (protocol) => {
    const others = await readOthers();
    let succeeded = 0;
    const all = fc.sample(randomCall(protocol, known), CALLS);
    for (let at = 0; at < all.length; at += STEP) {
      const sent = all.slice(at, at + STEP);
      for (const call of sent) if (await expectHarmless(call)) succeeded += 1;
      expect({ sent, others: await readOthers() }).toEqual({ sent, others });
    }
    // Of few calls, luck alone may refuse all.
    expect(isShortRun || succeeded > 0).toBe(true);
  },
);
