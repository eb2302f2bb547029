import { expect, test } from 'bun:test';
import { rateLinkPassword } from './password-strength.ts';

test.each([
  ['1', 'weak'],
  ['7294', 'weak'],
  ['729405', 'weak'],
  ['12345678', 'weak'],
  ['aaaaaaaaaaaa', 'weak'],
  ['abcdefgh', 'weak'],
  ['cat', 'weak'],
  ['sesame', 'fair'],
  ['k7#pQ2x', 'strong'],
  ['correct horse battery', 'strong'],
  ['芝麻', 'weak'],
  ['芝麻开门了', 'strong'],
] as const)('the link password %s is %s', (password, strength) => {
  expect(rateLinkPassword(password)).toBe(strength);
});
