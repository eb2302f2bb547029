import * as sso from '../../../contracts/people/sso.ts';
import { openSetUpSite, type SetUpSite } from '../../journeys/set-up-site.ts';
import { Browser, ticketOf } from './browser.ts';

export const CLIENT_ID = 'brisk';
export const CLIENT_SECRET = 'a secret of the client';

/** What a provider says of a person. */
export type TestClaims = Readonly<Record<string, unknown>>;

export const home = 'https://go.example/';
export const callback = `${home}login/sso/1/callback`;

export function openSsoSite(): Promise<SetUpSite> {
  return openSetUpSite({ env: { BASE_URL: home, TRUSTED_PROXIES: '127.0.0.1' } });
}

/** Saves the provider as the owner does. */
export function setProvider(site: SetUpSite, issuer: string, fields: object = {}) {
  const client = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET };
  return site.call(sso.setSso, { name: 'Example', issuer, ...client, ...fields }, site.token);
}

/** A login from the click to the call, in a browser of its own unless one is given. */
export async function logInWithSso(
  site: Pick<SetUpSite, 'fetch'>,
  browser = new Browser(site, home),
) {
  const page = await browser.walk('/login/sso/1');
  if (!page.hash.startsWith('#sso-')) throw new Error(`the round ended at ${page.href}`);
  return browser.call(sso.loginWithSso, { ticket: ticketOf(page) });
}
