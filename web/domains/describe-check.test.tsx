import { expect, test } from 'bun:test';
import type { DomainState } from '../../contracts/domains.ts';
import { describeCheck } from './describe-check.ts';

test.each([
  ['reached', 'reached', 'domains.reached'],
  ['reached', 'other-site', 'domains.reached'],
  ['failed', 'reached', 'domains.insecure'],
  ['failed', 'other-site', 'domains.insecure'],
  ['other-site', 'other-site', 'domains.other'],
  ['no-address', 'no-address', 'domains.nowhere'],
  ['private', 'private', 'domains.private'],
  ['failed', 'failed', 'domains.unreached'],
] as [DomainState, DomainState, string][])(
  'a site with https calls %s by https and %s by http: %s',
  (https, http, label) => {
    expect(describeCheck({ https, http, reason: '' }, true)).toMatchObject({ label });
  },
);

test('a site without https needs no certificate', () => {
  const check = { https: 'failed', http: 'reached', reason: '' } as const;
  expect(describeCheck(check, false)).toMatchObject({ tone: 'good', advice: null });
  expect(describeCheck({ ...check, http: 'other-site' }, false).label).toBe('domains.other');
});
