import { expect, test } from 'bun:test';
import { commonPasswords, walks } from './common-passwords.ts';
import { isWeakPassword } from './weak-password.ts';

test('more than 3,000 common passwords and walks on keyboards are refused', () => {
  const refused = new Set(commonPasswords);
  for (const walk of walks) {
    for (let from = 0; from < walk.length; from += 1) {
      for (let to = from + 6; to <= walk.length; to += 1) refused.add(walk.slice(from, to));
    }
  }
  expect(refused.size).toBeGreaterThan(3000);
  for (const password of refused)
    expect([password, isWeakPassword(password)]).toEqual([password, true]);
});

test('common passwords are listed as they are compared', () => {
  for (const password of commonPasswords) {
    expect([password, password.length >= 6, password.toLowerCase()]).toEqual([
      password,
      true,
      password,
    ]);
  }
});

test.each([
  '      ',
  '\t\t\t\t\t\t',
  '\u3000'.repeat(6),
  '\u00a0'.repeat(6),
  '\u200b'.repeat(8),
  '\u2800'.repeat(6),
  '\u3164'.repeat(6),
  '\u202e \u200d \ufeff',
  '\0\0\0\0\0\0',
])('%j is blank', (password) => {
  expect(isWeakPassword(password)).toBe(true);
});

test.each([
  'password',
  'PassWord',
  'ｐａｓｓｗｏｒｄ',
  ' password ',
  'pass\u200bword',
  '123456',
  '１２３４５６',
  'qwertyuiop',
  'iloveyou',
  'letmein',
  'P@ssw0rd',
  'Passw0rd',
  'trustno1',
  'Admin@123',
  'woaini1314',
  'contraseña',
  'contrasen\u0303a',
  '111111111111',
  'zzzzzzzz',
  'AAaaAAaa',
  '密密密密密密',
  'kjihgfedcba',
  'йцукенг',
  '４rfv5tgb6yhn',
])('%j is too common', (password) => {
  expect(isWeakPassword(password)).toBe(true);
});

test.each(['Dragon2024', 'letmein1!', 'welcome@12', 'Sunshine99', 'monkey_77', 'qwertyuiop1987'])(
  '%j is too common on a site with several accounts',
  (password) => {
    expect(isWeakPassword(password)).toBe(false);
    expect(isWeakPassword(password, { isStrict: true })).toBe(true);
  },
);

test.each([
  'correct horse',
  'battery staple',
  'a new one',
  '  x y  ',
  'abc-12',
  '密码很长的一个',
  'dragon 2024 summer',
  'dragon20245',
  'mnopqrsu',
])('%j is allowed', (password) => {
  expect(isWeakPassword(password, { isStrict: true })).toBe(false);
});

const names = ['ada', 'Brisk', 'go.short-links.example', '短链'];

test.each(
  'admin99 Admin1 1admin abc9876 qwe4321 love777 brisk1 BRISK12 12brisk x-brisk ada2026 1234ada short!1 links12 短链12345 1短链1234'.split(
    ' ',
  ),
)('the short password %j holds a known word', (password) => {
  expect(isWeakPassword(password, { names })).toBe(true);
});

test.each('admin994 brisk123 ada20261 k7#pQ2 xkcd93x example 短123456 go1234x'.split(' '))(
  'the password %j is not weak',
  (password) => {
    expect(isWeakPassword(password, { names })).toBe(false);
  },
);
