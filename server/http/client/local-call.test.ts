import { expect, test } from 'bun:test';
import { isLocalCall } from './local-call.ts';

const PORT = 3080;

function call(host: string | null, headers: Record<string, string> = {}): Request {
  const all = host === null ? headers : { host, ...headers };
  return new Request(`http://127.0.0.1:${PORT}/metrics`, { headers: all });
}

test.each([
  ['localhost:3080', PORT],
  ['LocalHost:3080', PORT],
  ['127.0.0.1:3080', PORT],
  ['127.9.8.7:3080', PORT],
  ['[::1]:3080', PORT],
  ['localhost', 80],
  ['127.0.0.1:80', 80],
  ['[::1]', 80],
])(
  'a local program that calls %s, where Brisk listens on port %d, needs no token',
  (host, port) => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      expect(isLocalCall(call(host, { 'user-agent': 'curl/8' }), { address, port })).toBeTrue();
    }
  },
);

test.each([
  [null, PORT],
  ['', PORT],
  ['localhost', PORT],
  ['127.0.0.1', PORT],
  ['[::1]', PORT],
  ['localhost:', PORT],
  ['localhost:80', PORT],
  ['localhost:03080', PORT],
  ['localhost:3080', 80],
  ['brisk', 80],
  ['brisk:3080', PORT],
  ['go.example.com:3080', PORT],
  ['localhost.example.com:3080', PORT],
  ['localhost.:3080', PORT],
  ['0.0.0.0:3080', PORT],
  ['127.1:3080', PORT],
  ['10.0.0.1:3080', PORT],
  ['::1:3080', PORT],
  ['localhost:3080, localhost:3080', PORT],
])('a caller of the host %j, where Brisk listens on port %d, needs a token', (host, port) => {
  expect(isLocalCall(call(host), { address: '127.0.0.1', port })).toBeFalse();
});

test('another machine needs a token, whatever host it calls', () => {
  for (const address of ['203.0.113.7', '10.0.0.1', '2001:db8::1', '']) {
    expect(isLocalCall(call('localhost:3080'), { address, port: PORT })).toBeFalse();
  }
});

test.each([
  'X-Forwarded-For',
  'X-Forwarded-Proto',
  'X-Forwarded-Host',
  'X-Forwarded-Port',
  'X-Forwarded-Server',
  'Forwarded',
  'Via',
  'X-Real-IP',
  'X-Client-IP',
  'X-Original-URL',
  'X-Scheme',
  'CF-Connecting-IP',
  'CF-Ray',
  'CDN-Loop',
  'True-Client-IP',
  'Fastly-Client-IP',
  'X-Amzn-Trace-Id',
  'X-Envoy-External-Address',
])('a call with the header %s of a proxy needs a token', (name) => {
  for (const value of ['', '127.0.0.1']) {
    const request = call('localhost:3080', { [name]: value });
    expect(isLocalCall(request, { address: '127.0.0.1', port: PORT })).toBeFalse();
  }
});

test.each([
  'Sec-Fetch-Site',
  'Sec-Fetch-Dest',
  'Sec-CH-UA',
  'Sec-GPC',
  'Cookie',
  'Origin',
  'Referer',
  'Accept-Language',
  'Upgrade-Insecure-Requests',
  'DNT',
])('a call with the header %s of a browser needs a token', (name) => {
  const request = call('localhost:3080', { [name]: '1' });
  expect(isLocalCall(request, { address: '127.0.0.1', port: PORT })).toBeFalse();
});
