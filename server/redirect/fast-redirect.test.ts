import { afterEach, beforeEach, expect, test } from 'bun:test';
import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal } from '../clicks/journal/journal.ts';
import { DomainIndex } from '../domains/domain-index.ts';
import type { LinkTarget } from '../engine/engine.ts';
import { createFastVisit, parseFastVisit } from '../front/fast-visit.ts';
import { createFastRedirect } from './fast-redirect.ts';
import { Targets } from './targets.ts';

const link: LinkTarget = {
  id: 7,
  short_url: 'abc',
  long_url: 'https://example.com/',
  expires_at: 0,
  is_active: 1,
  routing: '',
};
const changes = { subscribe: () => undefined };
const peer = { address: '192.0.2.9', hasLeft: false };

let directory: string;
let journal: Journal;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'brisk-fast-redirect-'));
  journal = new Journal({ directory });
});
afterEach(() => {
  journal.close();
  rmSync(directory, { recursive: true });
});

function open(findTarget: (code: string) => LinkTarget | null | Promise<LinkTarget | null>) {
  return createFastRedirect({
    targets: new Targets({ changes, findTarget, findTargetsByFoldedCode: () => [] }, {}),
    journal,
    visitors: {
      blocksAny: () => true,
      isBlocked: (userAgent) => userAgent === 'blocked',
      country: (_, header) => header,
      drawsAnew: () => false,
    },
    clientAddress: (_, hops) => hops,
    isTrustedProxy: (address) => address === peer.address,
    domains: new DomainIndex(),
  });
}

function request(path: string, userAgent: string): Buffer {
  const lines = [
    `GET ${path} HTTP/1.1`,
    'Host: x',
    `User-Agent: ${userAgent}`,
    'Referer: https://a.example/',
    'Accept-Language: en',
    'X-Forwarded-For: 198.51.100.7',
    'Country: Norway',
    'Sec-GPC: 1',
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}

function read(path: string, userAgent = 'a browser') {
  const visit = createFastVisit('country');
  const bytes = Buffer.concat([Buffer.from('before'), request(path, userAgent)]);
  expect(parseFastVisit(bytes, 6, visit)).toBeTrue();
  return { visit, bytes };
}

function withoutDate(answer: Buffer | null): string | undefined {
  return answer?.toString().replace(/Date: .*/, '');
}

/** Without checksum and time. */
function records(): string[] {
  journal.commit();
  const { activeSegment } = journal;
  if (activeSegment === null) return [];
  const bytes = readFileSync(join(directory, activeSegment));
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at += 6 + bytes.readUInt16LE(at + 4)) {
    const end = at + 6 + bytes.readUInt16LE(at + 4);
    found.push(bytes.toString('latin1', at + 4, at + 14) + bytes.toString('latin1', at + 20, end));
  }
  // The first record names the segment.
  return found.slice(1);
}

test('a slow look-up makes the same redirect and the same record', async () => {
  const atOnce = read('/abc?from=poster');
  const redirect = open((code) => (code === 'abc' ? link : null));
  const known = redirect(atOnce.visit, atOnce.bytes, peer) as Buffer;

  const late = read('/ABC?from=poster');
  const slow = open((code) => Promise.resolve(code === 'abc' ? link : null));
  const promise = slow(late.visit, late.bytes, peer);
  expect(promise).toBeInstanceOf(Promise);
  // The next visit overwrites the object.
  parseFastVisit(request('/other', ''), 0, late.visit);
  const found = await promise;

  expect(withoutDate(found)).toBe(withoutDate(known));
  const [first, second, ...others] = records();
  expect(others).toEqual([]);
  expect(first).toContain('198.51.100');
  expect(first).toContain('a browser');
  expect(first).toContain('from=poster');
  expect(first).toContain('Norway');
  expect(second).toBe(first);
});

test('only a trusted proxy names the country of a visitor', () => {
  const redirect = open(() => link);
  for (const address of [peer.address, '192.0.2.10', '192.0.2.10', peer.address]) {
    const { visit, bytes } = read('/abc');
    expect(redirect(visit, bytes, { ...peer, address })).toBeInstanceOf(Buffer);
  }
  expect(records().map((record) => record.includes('Norway'))).toEqual([true, false, false, true]);
});

test('a visitor that leaves during the look-up is not counted', async () => {
  const leaving = { ...peer };
  const { visit, bytes } = read('/abc');
  const promise = open(() => Promise.resolve(link))(visit, bytes, leaving);
  leaving.hasLeft = true;
  expect(await promise).toBeNull();
  expect(records()).toEqual([]);
});

test('a slow look-up makes no redirect that a fast one would not', async () => {
  const past = { ...link, expires_at: 1 };
  for (const [found, userAgent] of [
    [null, 'a browser'],
    [past, 'a browser'],
    [{ ...link, is_active: 0 }, 'a browser'],
    [link, 'blocked'],
  ] as const) {
    const { visit, bytes } = read('/abc', userAgent);
    expect(open(() => found)(visit, bytes, peer)).toBeNull();
    expect(await open(() => Promise.resolve(found))(visit, bytes, peer)).toBeNull();
  }
  expect(records()).toEqual([]);
});

test('a failing look-up makes no answer', async () => {
  const { visit, bytes } = read('/abc');
  const answer = open(() => Promise.reject(new Error('the database is gone')))(visit, bytes, peer);
  expect(await Promise.resolve(answer).catch(String)).toContain('gone');
  expect(records()).toEqual([]);
});
