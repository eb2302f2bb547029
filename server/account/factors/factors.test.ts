import { afterEach, describe, expect, setSystemTime, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { createRecoveryCodes, hashRecoveryCode } from './codes.ts';
import { findPasskeySite } from './passkeys.ts';
import { createSeal } from '../encryption.ts';
import { Steps } from './steps.ts';
import { createTotp, matchTotp } from './totp.ts';

afterEach(() => {
  setSystemTime();
});

describe('codes of an authenticator app', () => {
  const secret = Secret.fromLatin1('12345678901234567890').base32;

  /** RFC 6238, appendix B; the last six of its eight digits. */
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i seconds it is %s', async (seconds, code) => {
    setSystemTime(seconds * 1000);
    expect(await matchTotp(secret, code, 0)).toBe(Math.floor(seconds / 30));
  });

  test('clocks may differ by one step, and no code counts twice', async () => {
    const now = 1_800_000_015;
    const at = (seconds: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: seconds * 1000 });
    setSystemTime(now * 1000);
    for (const offset of [-31, 0, 31]) {
      expect(await matchTotp(secret, at(now + offset), 0)).toBe(Math.floor((now + offset) / 30));
    }
    for (const offset of [-61, 61]) expect(await matchTotp(secret, at(now + offset), 0)).toBeNull();
    const step = Math.floor(now / 30);
    expect(await matchTotp(secret, at(now), step)).toBeNull();
    expect(await matchTotp(secret, at(now - 31), step)).toBeNull();
    expect(await matchTotp(secret, at(now + 31), step)).toBe(step + 1);
  });

  test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', ' 12345'])(
    '%p is no code',
    async (code) => {
      expect(await matchTotp(secret, code, 0)).toBeNull();
    },
  );

  test('a new secret has 160 bits, and an address that apps understand', async () => {
    const { secret: made, uri } = await createTotp('My Site: links', 'ada');
    expect(Secret.fromBase32(made).bytes).toHaveLength(20);
    const { protocol, host, searchParams } = new URL(uri);
    expect([protocol, host]).toEqual(['otpauth:', 'totp']);
    expect(searchParams.get('secret')).toBe(made);
    expect(searchParams.get('digits')).toBe('6');
  });
});

test('recovery codes are long, differ, and are read as people type them', () => {
  const codes = createRecoveryCodes();
  expect(codes).toHaveLength(8);
  expect(new Set(codes).size).toBe(8);
  for (const code of codes) {
    expect(code).toMatch(/^([a-km-np-z2-9]{4}-){5}[a-km-np-z2-9]{4}$/);
    expect(hashRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(
      hashRecoveryCode(code),
    );
  }
  expect(hashRecoveryCode(codes[0]!)).not.toBe(hashRecoveryCode(codes[1]!));
});

describe('what is sealed', () => {
  const key = randomBytes(32);

  test('opens for its purpose and with its key only', () => {
    const seal = createSeal(key);
    const sealed = seal.close('totp', 'a secret');
    expect(sealed).not.toBe(seal.close('totp', 'a secret'));
    expect(createSeal(key).open('totp', sealed)).toBe('a secret');
    expect(seal.open('step login', sealed)).toBeNull();
    expect(createSeal(randomBytes(32)).open('totp', sealed)).toBeNull();
    for (const broken of ['', 'a', sealed.slice(1), `${sealed}AAAA`]) {
      expect(seal.open('totp', broken)).toBeNull();
    }
  });

  test('a step lasts five minutes and has one purpose', () => {
    setSystemTime(1_800_000_000_000);
    const steps = new Steps(createSeal(key));
    const begun = { account: 7, epoch: 3, challenge: 'x' };
    const { step, expires_at: end } = steps.close('login', begun);
    expect(end).toBe(1_800_000_300);
    expect(steps.open('login', step)).toEqual({ ...begun, until: end });
    expect(() => steps.open('passkey-add', step)).toThrow('account.step-over');
    setSystemTime(1_800_000_300_000);
    expect(() => steps.open('login', step)).toThrow('account.step-over');
  });
});

describe('passkeys work at', () => {
  test.each([
    ['https://go.example/', 'https://other.example/', 'go.example', 'https://go.example'],
    ['http://localhost:3080/', 'http://x.example/', 'localhost', 'http://localhost:3080'],
    [null, 'http://localhost:3080/', 'localhost', 'http://localhost:3080'],
    [null, 'https://go.example/', null, null],
    ['http://go.example/', 'https://go.example/', null, null],
    ['https://192.0.2.7/', 'https://192.0.2.7/', null, null],
    ['https://[2001:db8::1]/', 'https://[2001:db8::1]/', null, null],
  ])('BASE_URL %p, called at %p: %p', (baseUrl, called, rpId, origin) => {
    const site = findPasskeySite(baseUrl === null ? null : new URL(baseUrl), new URL(called));
    expect(site).toEqual(rpId === null || origin === null ? null : { rpId, origin });
  });
});
