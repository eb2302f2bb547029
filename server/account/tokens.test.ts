import { expect, test } from 'bun:test';
import { createToken } from './tokens.ts';

test.each([
  ['web', 192],
  ['sk', 192],
  ['inv', 256],
] as const)('the text of %s has %d random bits or more', (kind, bits) => {
  const made = Array.from({ length: 200 }, () => createToken(kind));
  expect(new Set(made).size).toBe(made.length);
  for (const token of made) {
    const [, text = ''] = /^(?:web|sk|inv)-([\w-]+)$/.exec(token) ?? [];
    // Six of each character of base64url; the last may hold fewer.
    expect(Math.floor((text.length * 6) / 8) * 8).toBeGreaterThanOrEqual(bits);
  }
});
