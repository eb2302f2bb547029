import { expect } from 'bun:test';
import { getAccount } from '../../../contracts/account.ts';
import { getOwnData } from '../../../contracts/export.ts';
import * as audit from '../../../contracts/people/audit.ts';
import * as factors from '../../../contracts/people/factors.ts';
import * as people from '../../../contracts/people/people.ts';
import * as sessions from '../../../contracts/people/sessions.ts';
import * as sso from '../../../contracts/people/sso.ts';
import * as tokens from '../../../contracts/people/tokens.ts';
import type { Route } from '../../../contracts/route.ts';
import { admin } from '../test-site.ts';
import { some, step, type Step } from './journey-step.ts';

/** A call with a one-time link, or for an invitation, that does not exist. */
function withoutLink(route: Route, fields: Step['fields']): Step {
  return { route, fields, expected: { code: 404, msg: 'invitation.invalid', data: null } };
}

/** The first account is the caller; the second one is a service. */
export function stepsOfPeople(): Step[] {
  const unknown = `inv-${'a'.repeat(43)}`;
  const name = 'Tökén & 100% +';
  const token = { name, scopes: ['links:read', 'export'], per_minute: 5, account: 2 };
  return [
    step(getAccount, {}, expect.objectContaining({ id: 1, role: 'owner' })),
    step(
      people.inviteAccount,
      { email: 'grace@example.com', role: 'author', sees_all: '1' },
      { link: some.oneTimeLink },
    ),
    step(people.listInvitations, {}, [expect.objectContaining({ role: 'author', sees_all: 1 })]),
    withoutLink(people.endInvitation, { id: 'a'.repeat(24) }),
    withoutLink(people.lookAtLink, { link: unknown }),
    withoutLink(people.join, { link: unknown, username: 'grace', password: 'a pässword + %41' }),
    step(people.addService, { username: 'robot', role: 'author', sees_all: 1 }, { id: 2 }),
    step(people.setRole, { id: 2, role: 'viewer', sees_all: '0' }, null),
    step(people.disableAccount, { id: 2 }, null),
    step(people.enableAccount, { id: 2 }, null),
    {
      route: people.makeResetLink,
      fields: { id: 2 },
      expected: { code: 403, msg: 'not.allowed', data: null },
    },
    step(people.listAccounts, {}, [
      expect.objectContaining({ id: 1, kind: 'person' }),
      expect.objectContaining({ id: 2, kind: 'service', role: 'viewer' }),
    ]),
    step(tokens.createNamedToken, token, { id: 2, token: some.apiToken }),
    step(tokens.setToken, { id: 2, per_minute: 6 }, null),
    step(tokens.listTokens, { account: 2 }, [expect.objectContaining({ name, per_minute: 6 })]),
    step(tokens.endToken, { id: 2 }, null),
    step(sessions.listSessions, {}, [expect.objectContaining({ is_this: 1 })]),
    step(sessions.endSessions, { others: 1 }, 0),
    step(audit.listAudit, { target: 'token:2' }, expect.objectContaining({ total: 3 })),
    {
      route: audit.exportAudit,
      fields: { action: 'account.invited', format: 'json' },
      expected: { 0: expect.objectContaining({ action: 'account.invited' }) as object },
    },
    {
      route: getOwnData,
      fields: {},
      expected: {
        account: expect.objectContaining({ id: 1, username: admin.username }) as object,
        sessions: [expect.objectContaining({ is_this: 1 })],
        tokens: [expect.objectContaining({ is_default: 1 })],
        audit: some.list,
        links: expect.objectContaining({ format: 'brisk', links: [] }) as object,
      },
    },
    step(people.deleteAccount, { id: 2, links_to: 'bin' }, { links: 0 }),
  ];
}

/** A call that fails in the way of its own. */
function failing(route: Route, fields: Step['fields'], code: 400 | 404, msg: string): Step {
  return { route, fields, expected: { code, msg, data: null } };
}

/** Without a second factor: the answers name what is missing. */
export function stepsOfFactors(): Step[] {
  const answer = JSON.stringify({
    id: 'Ä',
    rawId: 'Ä',
    type: 'public-key',
    response: { clientDataJSON: 'a+b' },
  });
  return [
    step(factors.getLoginWays, {}, { password: 1, passkeys: some.number, sso: [] }),
    failing(factors.loginSecond, { step: 'a+b', code: '123 456' }, 400, 'session.expired'),
    failing(factors.beginPasskeyLogin, {}, 400, 'passkey.unavailable'),
    failing(factors.loginWithPasskey, { step: 'a+b', answer }, 400, 'session.expired'),
    step(factors.beginTotp, {}, { secret: some.text, uri: some.text }),
    failing(factors.addTotp, { code: '000 000' }, 400, 'second.factor.error'),
    failing(factors.beginPasskey, {}, 400, 'passkey.unavailable'),
    failing(factors.addPasskey, { step: 'a+b', answer, name: 'Schlüssel' }, 400, 'session.expired'),
    failing(factors.renewRecoveryCodes, { keep_sessions: 1 }, 404, 'factor.not.found'),
    failing(factors.nameFactor, { id: 5, name: 'Schlüssel & +' }, 404, 'factor.not.found'),
    failing(factors.removeFactor, { id: 5 }, 404, 'factor.not.found'),
    failing(factors.removeFactors, { id: 5 }, 404, 'account.not.found'),
  ];
}

/** Without a provider that answers, and without the address of the site. */
export function stepsOfSso(): Step[] {
  const settings = {
    name: 'Ünser Anbieter & +',
    issuer: 'http://127.0.0.1:1',
    client_id: 'brisk',
    email_domains: ['example.com', 'example.org'],
    role_claim: 'groups',
    roles: [{ value: 'Büro + Lager', role: 'editor', sees_all: 0 }],
  };
  return [
    step(
      sso.setSso,
      {
        ...settings,
        email_domains: settings.email_domains.join(','),
        roles: JSON.stringify(settings.roles),
        client_secret: 'pässword + %41 &',
      },
      null,
    ),
    step(
      sso.getSso,
      {},
      {
        settings: expect.objectContaining(settings) as object,
        has_secret: 1,
        is_from_environment: 0,
        is_on: 0,
        callback: '',
      },
    ),
    {
      route: sso.testSso,
      fields: { issuer: settings.issuer },
      expected: {
        code: 400,
        msg: 'sso.failed',
        data: { issues: [expect.objectContaining({ field: 'issuer', key: 'sso.failed' })] },
      },
    },
    failing(sso.loginWithSso, { ticket: 'sso-a+b' }, 400, 'sso.failed'),
    failing(sso.connectSso, { ticket: 'sso-a+b' }, 400, 'sso.failed'),
    step(sso.disconnectSso, {}, null),
  ];
}
