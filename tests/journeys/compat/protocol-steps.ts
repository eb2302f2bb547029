import { expect } from 'bun:test';
import type { Scope } from '../../../contracts/access.constants.ts';
import { createToken as createShownToken } from '../../../contracts/account.ts';
import { fc } from '../../support/random.ts';
import { chooseForRun } from '../../support/test-run.ts';
import { addPerson, createToken, expectData } from '../people/people-steps.ts';
import type { ProtocolSite } from './protocol-site.ts';

type Site = ProtocolSite['site'];
export type CallName = `${string} /${string}`;

export function createScopedToken(site: Site, ...scopes: Scope[]): Promise<string> {
  return createToken(site, site.token, { scopes, name: scopes.join(' ') });
}

/** The token of an author, who sees only links of her own. */
export async function createAuthorToken(site: Site): Promise<string> {
  const author = await addPerson(site, { username: 'grace', role: 'author' });
  const made = await expectData<{ token: string }>(site, createShownToken, {}, author.token);
  return made.token;
}

/** A visit by a person who came from a page. */
export async function visit(site: Site, code: string): Promise<void> {
  await site.fetch(`/${code}`, {
    redirect: 'manual',
    headers: {
      'user-agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      referer: 'https://news.example.org/a',
    },
  });
}

/** Sends values of any kind in the named fields of each call: no answer is a fault of the server. */
export async function expectNoFault(
  protocol: ProtocolSite,
  calls: readonly CallName[],
  { names, values = [] }: { readonly names: readonly string[]; readonly values?: string[] },
): Promise<void> {
  const fixed = fc.constantFrom(
    'https://example.com/',
    'true',
    '-1',
    '1e9',
    '__proto__',
    ...values,
  );
  const name = fc.constantFrom(...names, '__proto__');
  const bodies = fc.dictionary(name, fc.oneof(fc.jsonValue(), fixed));
  const queries = fc.dictionary(name, fc.oneof(fc.string(), fixed));
  for (const call of calls) {
    const isGet = call.startsWith('GET');
    for (const fields of fc.sample(isGet ? queries : bodies, chooseForRun(60, 600))) {
      const { status } = isGet
        ? await protocol.ask(withQuery(call, fields as Record<string, string>))
        : await protocol.ask(call, { body: fields });
      expect([call, fields, status < 500]).toEqual([call, fields, true]);
    }
  }
}

function withQuery(call: CallName, fields: Readonly<Record<string, string>>): CallName {
  const query = new URLSearchParams(fields).toString();
  return `${call}${call.includes('?') ? '&' : '?'}${query}`;
}
