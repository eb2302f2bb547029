import { expect, test } from 'bun:test';
import { requestedSite } from './requested-site.ts';

test.each([
  ['https', 'https:'],
  ['HTTPS', 'https:'],
  ['https,http', 'https:'],
  ['Https , http', 'https:'],
  [' https, http, http', 'https:'],
  [',https', 'https:'],
  ['http', 'http:'],
  ['http,https', 'http:'],
  ['httpsx', 'http:'],
  ['', 'http:'],
])('a site behind a proxy that says %j is reached by %s', (proto, expected) => {
  const headers = { 'x-forwarded-proto': proto };
  const site = requestedSite(new Request('http://go.example:8080/a', { headers }));
  expect(site.href).toBe(`${expected}//go.example:8080/a`);
});

test('repeated scheme headers count in order', () => {
  const headers = new Headers();
  for (const scheme of ['https', 'http']) headers.append('X-Forwarded-Proto', scheme);
  expect(requestedSite(new Request('http://go.example/', { headers })).protocol).toBe('https:');
});
