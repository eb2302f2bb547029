import { expect, test } from 'bun:test';
import { encodeFormerClick } from '../../../tests/support/statistics/former-click.ts';
import { fc } from '../../../tests/support/random.ts';
import { condenseQuery } from '../../stats/classify/campaign.ts';
import type { RecordedVisit } from '../../stats/ingest/visit-reader.ts';
import { readClick } from './click-reader.ts';
import { encodeClick, type Click, shortenAddress } from './click.ts';
import { findRecord } from './find-record.ts';
import { decodeClicks, readTime, RECORD_MAX } from './record.ts';

const text = fc.option(fc.string({ unit: 'binary', maxLength: 3000 }));
const longTarget = fc
  .string({ unit: 'binary-ascii', maxLength: 600 })
  .map((path) => `https://a.example/${path}`);
const click = fc.record({
  linkId: fc.integer({ min: 1, max: 2 ** 48 - 1 }),
  time: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  address: fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant('')),
  referrer: text,
  userAgent: text,
  language: text,
  query: text,
  country: text,
  asksNotToBeTracked: fc.boolean(),
  isEmbedded: fc.boolean(),
  target: fc.oneof(fc.constant(''), fc.webUrl({ withQueryParameters: true }), longTarget),
  domain: fc.oneof(fc.constant(''), fc.domain()),
});

function encodeAll(clicks: readonly Click[]): Buffer {
  return Buffer.concat(
    clicks.map((one) => {
      const buffer = Buffer.alloc(RECORD_MAX);
      return buffer.subarray(0, encodeClick(buffer, one));
    }),
  );
}

function decodeAll(bytes: Buffer): { ids: number[]; end: number } {
  const ids: number[] = [];
  const end = decodeClicks(bytes, (id) => ids.push(id));
  return { ids, end };
}

function readAll(bytes: Buffer): RecordedVisit[] {
  const clicks: RecordedVisit[] = [];
  decodeClicks(bytes, (_, start) => clicks.push(readClick(bytes, start)));
  return clicks;
}

function cutText(value: string | null, max: number): string {
  return Buffer.from(value ?? '', 'latin1').toString('latin1', 0, max);
}

function cutQuery(value: string | null): string {
  const query = cutText(value, 3000);
  return query.length > 512 ? condenseQuery(query) : query;
}

test('encoded clicks are decoded completely and in order', () => {
  fc.assert(
    fc.property(fc.array(click, { maxLength: 20 }), (clicks) => {
      const bytes = encodeAll(clicks);
      expect(decodeAll(bytes)).toEqual({ ids: clicks.map((one) => one.linkId), end: bytes.length });
    }),
  );
});

test('a record keeps texts up to their bounds, and no country that is too long', () => {
  fc.assert(
    fc.property(fc.array(click, { maxLength: 5 }), (clicks) => {
      expect(readAll(encodeAll(clicks))).toEqual(
        clicks.map(({ linkId, time, asksNotToBeTracked, isEmbedded, ...one }) => ({
          linkId,
          time,
          asksNotToBeTracked,
          isEmbedded,
          address: shortenAddress(one.address),
          referrer: cutText(one.referrer, 1024),
          userAgent: cutText(one.userAgent, 512),
          language: cutText(one.language, 64),
          query: cutQuery(one.query),
          country: (one.country?.length ?? 0) > 8 ? '' : cutText(one.country, 8),
          target: one.target.slice(0, 256),
          domain: one.domain,
        })),
      );
    }),
  );
});

test('a short query is kept unchanged; a long one keeps only its campaign', () => {
  const campaign = '&utm_source=&utm_source=poster&VIA=a%2Bb&utm_medium=%E6%98%A5&qr';
  for (const [filler, kept] of [
    [512 - campaign.length, 'x'.repeat(512 - campaign.length) + campaign],
    [513 - campaign.length, 'qr&utm_source=poster&utm_medium=\u00e6\u0098\u00a5&via=a%2Bb'],
    [15_000, 'qr&utm_source=poster&utm_medium=\u00e6\u0098\u00a5&via=a%2Bb'],
  ] as const) {
    const one = {
      linkId: 1,
      time: 0,
      address: '',
      referrer: null,
      userAgent: null,
      language: null,
    };
    const bytes = encodeAll([{ ...one, query: 'x'.repeat(filler) + campaign, country: 'DE' }]);
    expect(readAll(bytes)).toMatchObject([{ query: kept, country: 'DE' }]);
  }
});

/** The bytes of a text that only some records have. */
function added(text: string): number {
  return text === '' ? 0 : 2 + Math.min(256, text.length);
}

test('a record of an embedded link, or without a target and a domain, has not a byte more', () => {
  fc.assert(
    fc.property(click, (one) => {
      const { target, domain, isEmbedded: _, ...plain } = one;
      const { length } = encodeAll([plain]);
      expect(encodeAll([{ ...plain, target: '', domain: '' }])).toHaveLength(length);
      expect(encodeAll([one])).toHaveLength(length + added(target) + added(domain));
    }),
  );
});

test('records of version 1 are read, also among records of version 2', () => {
  fc.assert(
    fc.property(fc.array(click, { minLength: 1, maxLength: 5 }), (clicks) => {
      const former = clicks.map((one) => ({
        ...one,
        referrer: cutText(one.referrer, 1024),
        userAgent: cutText(one.userAgent, 512),
        language: cutText(one.language, 64),
      }));
      const bytes = Buffer.concat([...former.map(encodeFormerClick), encodeAll(clicks)]);
      const flags = { asksNotToBeTracked: false, isEmbedded: false };
      const unknown = { query: '', country: '', ...flags, target: '', domain: '' };
      const ids = clicks.map(({ linkId }) => linkId);
      expect(decodeAll(bytes)).toEqual({ ids: [...ids, ...ids], end: bytes.length });
      const read = readAll(bytes);
      for (const [index, one] of read.slice(0, clicks.length).entries()) {
        const now = read[clicks.length + index]!;
        expect(one).toEqual({ ...now, ...unknown });
      }
      const damaged = Buffer.concat([Buffer.alloc(5, 255), bytes]);
      expect(findRecord(damaged, 0)).toBe(5);
      expect(readTime(damaged, 5)).toBe(clicks[0]!.time);
    }),
  );
});

test('a torn tail ends the records and is not counted', () => {
  fc.assert(
    fc.property(fc.array(click, { minLength: 1, maxLength: 5 }), fc.nat(), (clicks, cut) => {
      const whole = encodeAll(clicks.slice(0, -1));
      const bytes = encodeAll(clicks);
      const torn = bytes.subarray(0, whole.length + (cut % (bytes.length - whole.length)));
      expect(decodeAll(torn).end).toBe(whole.length);
      expect(decodeAll(torn).ids).toHaveLength(clicks.length - 1);
    }),
  );
});

test('a flipped bit ends the records', () => {
  fc.assert(
    fc.property(click, fc.nat(), fc.nat(7), (one, position, bit) => {
      const bytes = encodeAll([one]);
      bytes[position % bytes.length]! ^= 1 << bit;
      expect(decodeAll(bytes).ids).toEqual([]);
    }),
  );
});

test('zeros from a power cut are no record', () => {
  expect(decodeAll(Buffer.alloc(4096))).toEqual({ ids: [], end: 0 });
});

test('addresses are cut to /24 and /48', () => {
  expect(shortenAddress('203.0.113.77')).toBe('203.0.113');
  expect(shortenAddress('::ffff:203.0.113.77')).toBe('203.0.113');
  expect(shortenAddress('2001:db8:1234:5678::9')).toBe('2001:db8:1234::');
  expect(shortenAddress('2001:db8::9')).toBe('2001:db8:0::');
  expect(shortenAddress('::1')).toBe('0:0:0::');
  expect(shortenAddress('')).not.toContain('undefined');
});
