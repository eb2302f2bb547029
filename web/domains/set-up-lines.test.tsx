import { expect, test } from 'bun:test';
import { writeCaddyBlock, writeDnsRecord, writeServerName } from './set-up-lines.ts';

test.each([
  ['s.example', 'go.example. CNAME s.example.'],
  ['192.0.2.1', 'go.example. A 192.0.2.1'],
  ['[2001:db8::1]', 'go.example. AAAA 2001:db8::1'],
  ['localhost', 'go.example. A YOUR_SERVER_ADDRESS'],
])('the DNS record to %s is %s', (main, record) => {
  expect(writeDnsRecord('go.example', main)).toBe(record);
});

test('nginx gets one line with all names', () => {
  expect(writeServerName('s.example', ['a.example', 'b.example'])).toBe(
    'server_name s.example a.example b.example;',
  );
});

test('Caddy gets the port on which Brisk listens', () => {
  expect(writeCaddyBlock('go.example', 8080)).toBe(
    'go.example {\n\treverse_proxy 127.0.0.1:8080\n}',
  );
});
