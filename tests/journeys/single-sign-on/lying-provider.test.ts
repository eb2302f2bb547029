import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { ServerResponse } from 'node:http';
import { testSso } from '../../../contracts/people/sso.ts';
import { Browser } from '../../support/single-sign-on/browser.ts';
import {
  LyingProvider,
  type Lie,
  type Place,
} from '../../support/single-sign-on/lying-provider.ts';
import { home, openSsoSite, setProvider } from '../../support/single-sign-on/sso-site.ts';
import { firstInShort, testInAll } from '../../support/test-run.ts';
import type { SetUpSite } from '../set-up-site.ts';

let provider: LyingProvider;
let site: SetUpSite;
let round = 0;
beforeAll(async () => {
  provider = await LyingProvider.open();
  site = await openSsoSite();
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});
beforeEach(async () => {
  round += 1;
  provider.lie = {};
  // Another client, so that nothing of the provider is known yet.
  await setProvider(site, provider.issuer, { client_id: `brisk${round}`, auto_create: 1 });
});

/** Rounds are limited for each address. */
function openBrowser(): Browser {
  return new Browser(site, home, `192.0.2.${round}`);
}

/** The part of the page's address that tells the outcome. */
async function endOfRound(lie: Lie): Promise<string> {
  provider.lie = lie;
  const page = await openBrowser().walk('/login/sso/1');
  expect(page.pathname).toBe('/login');
  return page.hash.startsWith('#sso-') ? 'a ticket' : page.hash;
}

test('an honest provider leads to a ticket', async () => {
  expect(await endOfRound({})).toBe('a ticket');
});

const elsewhere = 'https://elsewhere.example';
const past = Math.floor(Date.now() / 1000) - 3600;

const tokens: readonly (readonly [string, Lie])[] = [
  ['is not signed', { signer: 'nothing' }],
  ['is signed by another key', { signer: 'other key' }],
  ['is signed with the public key as a secret', { signer: 'public key' }],
  ['is for another client', { claims: { aud: 'another client' } }],
  ['is for several clients, and for another first', { claims: { aud: ['brisk', 'x'], azp: 'x' } }],
  ['is by another issuer', { claims: { iss: elsewhere } }],
  ['has another nonce', { claims: { nonce: 'another nonce' } }],
  ['has no nonce', { claims: { nonce: undefined } }],
  ['is over', { claims: { exp: past } }],
  ['is of the future', { claims: { nbf: past + 7200 } }],
  ['has no subject', { claims: { sub: undefined } }],
  ['has an empty subject', { claims: { sub: '' }, userinfo: { sub: '' } }],
  [
    'has a subject of 256 characters',
    { claims: { sub: 'x'.repeat(256) }, userinfo: { sub: 'x'.repeat(256) } },
  ],
  ['speaks of another person than the user info', { userinfo: { sub: 'ada' } }],
];

test.each(firstInShort(tokens))('an ID token that %s gives no ticket', async (_, lie) => {
  expect(await endOfRound(lie)).toBe('#no-sso-failed');
});

const answers: readonly (readonly [string, Lie])[] = [
  ['of another issuer', { answer: { iss: elsewhere } }],
  ['without the issuer that it announces', { answer: { iss: undefined } }],
  ['with another state', { answer: { state: 'another state' } }],
  ['without a state', { answer: { state: undefined } }],
  ['with a code of its own making', { answer: { code: 'another code' } }],
  ['with a fault', { answer: { error: 'server_error' } }],
];

test.each(firstInShort(answers))('an answer %s gives no ticket', async (_, lie) => {
  expect(await endOfRound(lie)).toBe('#no-sso-failed');
});

const documents: readonly (readonly [string, Lie])[] = [
  ['of another issuer', { metadata: { issuer: elsewhere } }],
  ['whose login page is not https', { metadata: { authorization_endpoint: 'http://x.example/' } }],
  ['whose login page is a script', { metadata: { authorization_endpoint: 'javascript:alert(1)' } }],
  ['whose token call is not https', { metadata: { token_endpoint: 'http://x.example/' } }],
  ['whose keys are not https', { metadata: { jwks_uri: 'http://x.example/' } }],
];

test.each(firstInShort(documents))('a discovery document %s gives no ticket', async (_, lie) => {
  expect(await endOfRound(lie)).toBe('#no-sso-failed');
});

const MEGABYTES = 10;
const sendMuch = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(`{"x":"${'x'.repeat(MEGABYTES * 1024 * 1024)}"}`);
};
const redirect = (response: ServerResponse) => {
  response.writeHead(302, { location: `${provider.issuer}/keys` }).end();
};
const hangUp = (response: ServerResponse) => void response.destroy();
const sendText = (response: ServerResponse) => void response.end('not JSON');

const manners = [
  ['an answer of 10 MB', sendMuch],
  ['a redirect', redirect],
  ['a broken connection', hangUp],
  ['a text', sendText],
] as const;
const places: readonly Place[] = ['discovery', 'token', 'keys', 'userinfo'];

describe.each(firstInShort(places))('at the call for the %s', (at) => {
  test.each(firstInShort(manners))('%s gives no ticket', async (_, instead) => {
    expect(await endOfRound({ at, instead })).toBe('#no-sso-failed');
  });
});

test('a provider that refuses connections gives no ticket, and is found once it is back', async () => {
  const gone = await LyingProvider.open();
  const { issuer } = gone;
  await gone[Symbol.asyncDispose]();
  await setProvider(site, issuer);
  expect(await endOfRound({})).toBe('#no-sso-failed');
  const { msg, data } = await site.call(testSso, { issuer }, site.token);
  expect(msg).toBe('sso.failed');
  expect(data).toMatchObject({ issues: [{ field: 'issuer' }] });
  await setProvider(site, provider.issuer);
  provider.lie = { at: 'discovery', instead: hangUp };
  expect(await endOfRound(provider.lie)).toBe('#no-sso-failed');
  expect(await endOfRound({})).toBe('a ticket');
});

testInAll('a silent provider is given up after 5 s', async () => {
  const begun = performance.now();
  expect(await endOfRound({ at: 'token', instead: () => undefined })).toBe('#no-sso-failed');
  expect(performance.now() - begun).toBeGreaterThan(4900);
});

/** The end of a round that confirms, after a login at this time. */
async function endOfConfirmation(authTime?: number): Promise<string> {
  provider.lie = { claims: { auth_time: authTime } };
  return (await openBrowser().walk('/login/sso/1?for=confirm')).hash;
}

test('a confirmation needs a login that the provider says is new', async () => {
  expect(await endOfConfirmation()).toBe('#no-sso-failed');
  expect(await endOfConfirmation(past)).toBe('#no-sso-failed');
  expect(await endOfConfirmation(past + 3600)).toMatch(/^#sso-/);
});

test('the test of a provider tells what is wrong with it', async () => {
  provider.lie = { metadata: { issuer: elsewhere } };
  const { msg, data } = await site.call(testSso, { issuer: provider.issuer }, site.token);
  expect(msg).toBe('sso.failed');
  const reason = 'discovered metadata issuer does not match the expected issuer';
  expect(data).toMatchObject({ issues: [{ field: 'issuer', reason }] });
});

testInAll('an address begins 30 rounds a minute', async () => {
  for (let begun = 0; begun < 15; begun += 1) expect(await endOfRound({})).toBe('a ticket');
  expect(await endOfRound({})).toBe('#no-sso-busy');
});
