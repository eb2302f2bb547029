import { expect, test } from 'bun:test';
import { rawGet, sendRaw } from '../raw-http.ts';
import { openSetUpSite } from '../set-up-site.ts';

test.each([
  'GET /healthz HTTP/1.0\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nHost: [::1]:8080\r\nConnection: close\r\n\r\n',
])('a health check may name any host or none: %j', async (request) => {
  await using site = await openSetUpSite();
  const { status, body } = await sendRaw(site.url, request);
  expect({ status, body }).toEqual({ status: 200, body: '{"status":"ok"}' });
});

test('/healthz says ok while the site does its work', async () => {
  await using site = await openSetUpSite();
  const { status, body } = await rawGet(site.url, '/healthz');
  expect({ status, body }).toEqual({ status: 200, body: '{"status":"ok"}' });
  const head = await site.fetch('/healthz', { method: 'HEAD' });
  expect(head.headers.get('content-length')).toBe('15');
});
