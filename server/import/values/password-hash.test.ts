import { expect, test } from 'bun:test';
import { matchPassword } from '../../account/passwords/password.ts';
import { readPasswordHash } from './password-hash.ts';

const SALT = '.'.repeat(22);
const bcrypt = (cost: string, salt = SALT, digest = '.'.repeat(31)): string =>
  `$2b$${cost}$${salt}${digest}`;
const argon2 = (costs: string, salt = 'A'.repeat(22), digest = 'A'.repeat(43)): string =>
  `$argon2id$v=19$${costs}$${salt}$${digest}`;

const known = [
  bcrypt('04'),
  bcrypt('04', `${SALT.slice(1)}u`, `${'z'.repeat(30)}6`),
  argon2('m=8,t=1,p=1'),
  argon2('m=64,t=4,p=4', 'A'.repeat(86), `${'+/'.repeat(10)}+w`),
];
const damaged = [
  bcrypt('00'),
  bcrypt('03'),
  bcrypt('04', `${SALT.slice(1)}z`),
  bcrypt('04', SALT, `${'.'.repeat(30)}z`),
  argon2('m=0,t=1,p=1'),
  argon2('m=8,t=0,p=1'),
  argon2('m=8,t=1,p=0'),
  argon2('m=8,t=1,p=1', 'A'.repeat(13)),
  argon2('m=8,t=1,p=1', `${'A'.repeat(21)}B`),
  argon2('m=8,t=1,p=1', `${'A'.repeat(21)}_`),
  argon2('m=8,t=1,p=1', undefined, 'A'.repeat(85)),
  argon2('m=8,t=1,p=1', undefined, `${'A'.repeat(42)}B`),
];

test.each(known)('the hash %s is kept and can be compared', async (hash) => {
  expect(readPasswordHash(hash)).toBe(hash);
  expect(await matchPassword('typed', hash, 'low')).toBe('none');
});

test.each(damaged)('the hash %s, which nothing can be compared with, is refused', async (hash) => {
  expect(await matchPassword('typed', hash, 'low').catch(() => 'failed')).toBe('failed');
  expect(readPasswordHash(hash)).toBeNull();
});
