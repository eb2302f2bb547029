import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { defaultScopes, roles, scopes, type Role } from '../../../contracts/access.constants.ts';
import * as account from '../../../contracts/account.ts';
import { isCallPath, isReservedCode } from '../../../contracts/links/custom-code.ts';
import { disableAccount } from '../../../contracts/people/people.ts';
import { setOption } from '../../../contracts/site.ts';
import {
  addPerson,
  changeRow,
  createToken,
  expectData,
  inDatabase,
} from '../people/people-steps.ts';
import { openSetUpSite, signIn, type SetUpSite } from '../set-up-site.ts';
import {
  addressOf,
  listFaceCalls,
  placeToken,
  switchAll,
  type FaceCall,
  type Protocol,
} from './face-calls.ts';

/** Who may make a call: anyone, or who has this scope and at least this role. */
type Needed =
  | 'anyone'
  | 'any viewer'
  | 'links:read viewer'
  | 'stats:read viewer'
  /** An author sees the clicks of own links only. */
  | 'stats:read sees-all'
  | 'links:create author'
  | 'links:write author'
  | 'links:write editor'
  | 'domains:write admin'
  /** Refused with 403 whatever the token may. */
  | 'nobody';

const reads = 'links:read viewer';
const counts = 'stats:read viewer';
const creates = 'links:create author';
const edits = 'links:write author';

const shlinkCalls: Readonly<Record<string, Needed>> = {
  'GET health': 'anyone',
  'GET short-urls': reads,
  'POST short-urls': creates,
  'GET short-urls/shorten': creates,
  'GET short-urls/{code}': reads,
  'PATCH short-urls/{code}': edits,
  'DELETE short-urls/{code}': edits,
  'GET tags': reads,
  'GET tags/stats': reads,
  'PUT tags': 'links:write editor',
  'DELETE tags': 'links:write editor',
  'GET domains': reads,
  'PATCH domains/redirects': 'domains:write admin',
  'GET short-urls/{code}/redirect-rules': reads,
  'POST short-urls/{code}/redirect-rules': edits,
  'GET visits': counts,
  'GET visits/non-orphan': counts,
  'GET visits/orphan': 'stats:read sees-all',
  'GET short-urls/{code}/visits': counts,
  'GET tags/{tag}/visits': counts,
  'GET domains/{domain}/visits': counts,
  'GET mercure-info': 'any viewer',
  'DELETE short-urls/{code}/visits': 'nobody',
  'DELETE visits/orphan': 'nobody',
};

function below(place: string, calls: Readonly<Record<string, Needed>>): Record<string, Needed> {
  return Object.fromEntries(
    Object.entries(calls).map(([call, needed]) => [call.replace(' ', ` ${place}/`), needed]),
  );
}

function ofBoth(calls: Readonly<Record<string, Needed>>): Record<string, Needed> {
  return Object.fromEntries(
    Object.entries(calls).flatMap(([call, needed]) => [
      [`GET ${call}`, needed],
      [`POST ${call}`, needed],
    ]),
  );
}

const table: Readonly<Record<string, Needed>> = {
  ...below('/api/v1', {
    'GET openapi.json': 'anyone',
    'GET links': reads,
    'POST links': creates,
    'POST links/many': creates,
    'POST links/bulk': edits,
    'GET links/{id}': reads,
    'PATCH links/{id}': edits,
    'DELETE links/{id}': edits,
    'GET tags': reads,
    'GET domains': reads,
    'GET stats/report': counts,
  }),
  ...ofBoth({
    '/yourls-api.php version': 'any viewer',
    '/yourls-api.php shorturl': creates,
    '/yourls-api.php expand': reads,
    '/yourls-api.php url-stats': reads,
    '/yourls-api.php stats': reads,
    '/yourls-api.php db-stats': counts,
    '/yourls-api.php delete': edits,
    '/yourls-api.php any other action': 'any viewer',
    '/api/v2/action/shorten': creates,
    '/api/v2/action/shorten_bulk': creates,
    '/api/v2/action/lookup': reads,
    '/api/v2/data/link': counts,
  }),
  'GET /rest/health': 'anyone',
  ...below('/rest/v1', shlinkCalls),
  ...below('/rest/v2', shlinkCalls),
  ...below('/rest/v3', shlinkCalls),
  ...below('/api/v2', {
    'GET health': 'anyone',
    'GET links': reads,
    'POST links': creates,
    'PATCH links/{id}': edits,
    'DELETE links/{id}': edits,
    'GET links/{id}/stats': counts,
    'DELETE links/{id}/stats': counts,
    'GET links/admin': 'any viewer',
    'POST links/admin': 'any viewer',
    'PATCH links/admin': 'any viewer',
    'DELETE links/admin': 'any viewer',
    'GET users': 'any viewer',
    'POST domains': 'nobody',
    'DELETE domains/{id}': 'nobody',
  }),
  ...below('/v4', {
    'POST shorten': creates,
    'POST bitlinks': creates,
    'GET bitlinks/{host}/{code}': reads,
    'PATCH bitlinks/{host}/{code}': edits,
    'POST expand': reads,
    'GET bitlinks/{host}/{code}/clicks': counts,
    'GET bitlinks/{host}/{code}/clicks/summary': counts,
    'GET user': 'any viewer',
    'GET groups': 'any viewer',
    'GET groups/{guid}': 'any viewer',
  }),
  ...below('/api', {
    'POST new': creates,
    'POST expand': reads,
    'PUT edit': edits,
    'DELETE del/{shortlink}': edits,
    'GET all': reads,
    'GET whoami': 'any viewer',
    'GET version': 'any viewer',
    'GET siteurl': 'any viewer',
    'GET getconfig': 'any viewer',
    'POST link/create': creates,
    'POST link/upsert': creates,
    'PUT link/edit': edits,
    'POST link/delete': edits,
    'GET link/query': reads,
    'GET link/list': reads,
    'GET link/search': reads,
    'GET link/count': reads,
    'GET link/tags': reads,
    'GET verify': 'any viewer',
  }),
};

interface Refusals {
  readonly none: number;
  readonly wrong: number;
  readonly closed: number;
}

/** How each protocol says that a token is missing or wrong, or that it does not allow a call. */
const refusals: Readonly<Record<Protocol, Refusals>> = {
  v1: { none: 401, wrong: 401, closed: 403 },
  yourls: { none: 403, wrong: 403, closed: 403 },
  shlink: { none: 401, wrong: 401, closed: 403 },
  kutt: { none: 401, wrong: 401, closed: 403 },
  bitly: { none: 403, wrong: 403, closed: 403 },
  sink: { none: 401, wrong: 401, closed: 403 },
  // Without a token its paths are as if it did not exist.
  chhoto: { none: 404, wrong: 401, closed: 403 },
  polr: { none: 401, wrong: 401, closed: 401 },
};

interface Caller {
  readonly name: string;
  readonly token: string | null;
  readonly kind: 'wrong' | 'login' | 'token';
  readonly role: Role;
  readonly seesAll: boolean;
  readonly scopes: readonly string[];
}

let site: SetUpSite;
let calls: readonly FaceCall[] = [];
let callers: readonly Caller[] = [];

beforeAll(async () => {
  site = await openSetUpSite({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  await expectData(site, setOption, switchAll(1), site.token);
  calls = await inDatabase(site, listFaceCalls);
  callers = await makeCallers();
});
afterAll(() => site[Symbol.asyncDispose]());

async function makeCallers(): Promise<Caller[]> {
  const owner = { role: 'owner', seesAll: true, scopes } as const;
  const made: Caller[] = [{ name: 'nobody', token: null, kind: 'wrong', ...owner }];
  for (const role of roles) {
    for (const seesAll of role === 'author' ? [false, true] : [false]) {
      const username = `${role}${seesAll ? 'all' : ''}`;
      const who = `${role}${seesAll ? ' who sees all' : ''}`;
      const person = await addPerson(site, { username, role, sees_all: seesAll ? 1 : 0 });
      const shown = await expectData<{ token: string }>(
        site,
        account.createToken,
        {},
        person.token,
      );
      const named = await createToken(site, person.token, { scopes });
      const of = { kind: 'token', role, seesAll } as const;
      made.push(
        { name: `${who}, default token`, token: shown.token, ...of, scopes: defaultScopes },
        { name: `${who}, token for all`, token: named, ...of, scopes },
        { name: `${who}, login`, token: person.token, ...of, kind: 'login', scopes },
      );
    }
  }
  for (const scope of scopes) {
    const token = await createToken(site, site.token, { scopes: [scope] });
    made.push({ name: `for ${scope}`, token, kind: 'token', ...owner, scopes: [scope] });
  }
  for (const [name, token] of Object.entries(await makeWrongTokens())) {
    made.push({ name, token, kind: 'wrong', ...owner });
  }
  return made;
}

async function makeWrongTokens(): Promise<Record<string, string>> {
  const expired = await createToken(site, site.token, { scopes });
  await changeRow(site, 'api_token', expired, { expires_at: 1 });
  const left = await signIn(site);
  await expectData(site, account.logout, {}, left);
  const person = await addPerson(site, { username: 'disabled', role: 'admin' });
  const disabled = await createToken(site, person.token, { scopes });
  await expectData(site, disableAccount, { id: person.id }, site.token);
  const good = await createToken(site, site.token, { scopes });
  return {
    'an invented token': `sk-${'a'.repeat(good.length - 3)}`,
    'a truncated token': good.slice(0, -1),
    'a token in capitals': good.toUpperCase(),
    'an expired token': expired,
    'a login that is over': left,
    'a token of a disabled account': disabled,
  };
}

const powers: readonly Role[] = roles.toReversed();

function mayCall({ role, seesAll, scopes: held }: Caller, needed: Needed): boolean {
  if (needed === 'nobody') return false;
  const [scope = '', least = ''] = needed.split(' ');
  if (scope !== 'any' && !held.includes(scope)) return false;
  if (least === 'sees-all') return role !== 'author' || seesAll;
  return powers.indexOf(role) >= powers.indexOf(least as Role);
}

function expectedAnswer(caller: Caller, call: FaceCall): string {
  const needed = table[nameOf(call)]!;
  const { none, wrong, closed } = refusals[call.protocol];
  if (needed === 'anyone') return 'passes';
  if (caller.token === null) return String(none);
  // Other protocols know API tokens only.
  const isWrong = caller.kind === 'wrong' || (caller.kind === 'login' && call.protocol !== 'v1');
  if (isWrong) return String(wrong);
  return mayCall(caller, needed) ? 'passes' : String(closed);
}

function nameOf({ method, path, action }: FaceCall): string {
  return `${method} ${path}${action === undefined ? '' : ` ${action}`}`;
}

let addresses = 0;

async function answerOf(call: FaceCall, token: string | null): Promise<string> {
  const placed = token === null ? {} : placeToken(call, token);
  // A network that sends many wrong tokens must wait.
  const address = `198.${addresses >> 8}.${addresses++ & 255}.1`;
  const response = await site.fetch(addressOf(call, placed), {
    method: call.method,
    headers: { ...placed.headers, 'x-forwarded-for': address },
  });
  await response.body?.cancel();
  const { status } = response;
  const isFault = status >= 500 && status !== 501;
  const isRefused = [401, 403, 429].includes(status) || isFault;
  const isAbsent = token === null && status !== 200;
  return isRefused || isAbsent ? String(status) : 'passes';
}

test('the table has each call, and no other', () => {
  expect(Object.keys(table).toSorted()).toEqual([...new Set(calls.map(nameOf))].toSorted());
});

describe('a refused token is told the scope that it lacks by', () => {
  test.each(Object.keys(refusals))('%s', async (protocol) => {
    const token = await createToken(site, site.token, { scopes: ['stats:read'] });
    const creating = calls.filter(
      (call) => call.protocol === protocol && table[nameOf(call)] === creates,
    );
    expect(creating).not.toBeEmpty();
    for (const call of creating) {
      const { headers = {}, ...placed } = placeToken(call, token);
      const { method } = call;
      const refused = await site.fetch(addressOf(call, placed), { method, headers });
      expect(await refused.text()).toContain('needs the scope links:create');
    }
  });
});

test('no new code is the path of a call', () => {
  const codes = calls.map((call) => addressOf({ path: call.path }, {}).slice(1));
  expect(codes.filter((code) => !isReservedCode(code) && !isCallPath(code))).toEqual([]);
});

describe('each call is closed unless the table opens it for', () => {
  test.each(Object.keys(table))('%s', async (name) => {
    const call = calls.find((one) => nameOf(one) === name)!;
    const got: Record<string, string> = {};
    for (const caller of callers) got[caller.name] = await answerOf(call, caller.token);
    const wanted = callers.map((caller) => [caller.name, expectedAnswer(caller, call)] as const);
    expect(got).toEqual(Object.fromEntries(wanted));
  });
});
