import { afterAll, afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test';
import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc } from '../../../tests/support/random.ts';
import { type MmdbValue, writeMmdb } from '../../../tests/support/statistics/mmdb-file.ts';
import { shortenAddress } from '../../clicks/journal/click.ts';
import { openPlaces, type Place } from './places.ts';

const START = 1_800_000_000_000;
const folder = mkdtempSync(join(tmpdir(), 'brisk-places-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  setSystemTime(START);
});
afterEach(() => {
  setSystemTime();
});

let files = 0;
function writeFile(bytes: Buffer): string {
  files += 1;
  const path = join(folder, `${files}.mmdb`);
  writeFileSync(path, bytes);
  return path;
}

/** Replaces a file by a rename, like programs that update it. */
function replaceFile(path: string, bytes: Buffer): void {
  writeFileSync(`${path}.new`, bytes);
  utimesSync(`${path}.new`, Date.now() / 1000, Date.now() / 1000);
  renameSync(`${path}.new`, path);
}

function show({ country, city }: Place): string {
  return city === '' ? country : `${country} ${city}`;
}

function open(geoipFile: string | null, { trustsHeader = false } = {}) {
  const errors: string[] = [];
  const onError = (error: unknown) => void errors.push(String(error));
  const places = openPlaces({ geoipFile, trustsHeader, onError });
  const find = (address: string, header = '') => show(places.find(address, header));
  return { places, find, errors };
}

const opening = (path: string) => () => open(path);

const city = (country: string, name: string): MmdbValue => ({
  city: { geoname_id: 1, names: { de: `${name} auf Deutsch`, en: name } },
  country: { iso_code: country, names: { en: 'A country' } },
  location: { latitude: -1.5, longitude: 13.4, accuracy_radius: 10 },
});

const networks = {
  '203.0.0.0/8': city('AU', 'Sydney'),
  '203.0.113.0/24': city('DE', 'Berlin'),
  '198.51.100.128/25': city('FR', 'Lyon'),
  '192.0.2.0/24': { country: { iso_code: 'CN' } },
  '2001:db8::/32': city('JP', 'Kyoto'),
  '2001:db8:1::/48': city('BR', 'São Paulo'),
};

describe.each([24, 28, 32] as const)('in a file of records of %i bits', (recordSize) => {
  const { find } = open(writeFile(writeMmdb(networks, { recordSize })));
  test.each([
    ['203.0.113.77', 'DE Berlin'],
    ['203.0.112.77', 'AU Sydney'],
    ['204.0.113.77', ''],
    ['192.0.2.1', 'CN'],
    ['198.51.100.200', ''],
    ['2001:db8:1:2::3', 'BR São Paulo'],
    ['2001:db8:2:2::3', 'JP Kyoto'],
    ['2001:db8::1', 'JP Kyoto'],
    ['2001:db9::1', ''],
    ['::ffff:203.0.113.77', 'DE Berlin'],
    ['::1', ''],
  ])('the shortened address of %s is in "%s"', (address, place) => {
    expect(find(shortenAddress(address))).toBe(place);
  });
});

test('numbers above 24 bits are read from records of 28 bits', () => {
  // The second record begins behind 16 MB of the first.
  const text = 'x'.repeat(65_000);
  const filler = Array.from({ length: 260 }, () => text);
  const bytes = writeMmdb(
    { '192.0.2.0/24': filler, '203.0.113.0/24': city('DE', 'Berlin'), '0.0.0.0/1': 'x' },
    { recordSize: 28 },
  );
  expect(bytes.length).toBeGreaterThan(2 ** 24);
  expect(open(writeFile(bytes)).find('203.0.113')).toBe('DE Berlin');
});

test('an IPv4-only file does not answer for IPv6', () => {
  const bytes = writeMmdb({ '32.0.0.0/8': city('US', 'Dallas') }, { ipVersion: 4 });
  const { find } = open(writeFile(bytes));
  expect(find('32.1.13')).toBe('US Dallas');
  expect(find('2001:db8:1::')).toBe('');
});

test.each([
  ['GeoLite2 Country', { country: { iso_code: 'SE' }, continent: { code: 'EU' } }, 'SE'],
  ['DB-IP City lite', { city: { names: { en: 'Lund' } }, country: { iso_code: 'SE' } }, 'SE Lund'],
  ['IPinfo lite', { asn: 'AS1', country: 'Sweden', country_code: 'SE' }, 'SE'],
  ['IPinfo of former days', { country: 'SE', country_name: 'Sweden' }, 'SE'],
  ['plain cities', { country_code: 'SE', city: 'Lund' }, 'SE Lund'],
  ['no code', { country: { names: { en: 'Sweden' } } }, ''],
  ['no country', { country: { iso_code: 'EU' } }, ''],
  ['a number', { country: { iso_code: 12 }, city: { names: { en: 12 } } }, ''],
  ['a text', 'SE', ''],
  ['a list', ['SE'], ''],
  ['unseen characters', { country_code: 'SE', city: 'Lu\u0000\u202end' }, 'SE Lund'],
])('reads the record of %s', (_, record: MmdbValue, place) => {
  expect(open(writeFile(writeMmdb({ '203.0.113.0/24': record }))).find('203.0.113')).toBe(place);
});

test.each(['', 'x', '203.0', '203.0.113.7', '999.0.1', '2001:db8', ':::', '203.0.113\n'])(
  'finds nothing for "%s"',
  (address) => {
    const { find, errors } = open(writeFile(writeMmdb({ '0.0.0.0/0': city('DE', 'Berlin') })));
    expect(find(address)).toBe('');
    expect(errors).toEqual([]);
  },
);

test('a trusted header counts where the file has no answer', () => {
  const path = writeFile(writeMmdb(networks));
  expect(open(path, { trustsHeader: true }).find('203.0.113', 'NL')).toBe('DE Berlin');
  expect(open(path, { trustsHeader: true }).find('204.0.113', 'NL')).toBe('NL');
  expect(open(path).find('204.0.113', 'NL')).toBe('');
  expect(open(null, { trustsHeader: true }).find('203.0.113', 'nl')).toBe('NL');
  expect(open(null).find('203.0.113', 'NL')).toBe('');
});

test.each(['', 'T1', 'XX', 'ZZ', 'EU', 'A1', 'NLD', 'N', 'N L', 'NL\n', '<b>'])(
  'the header "%s" names no country',
  (header) => {
    expect(open(null, { trustsHeader: true }).find('203.0.113', header)).toBe('');
  },
);

test('places are known with a file or a header', () => {
  const path = writeFile(writeMmdb(networks));
  expect(open(path).places.knowsPlaces).toBe(true);
  expect(open(null, { trustsHeader: true }).places.knowsPlaces).toBe(true);
  expect(open(null).places.knowsPlaces).toBe(false);
});

test('a missing or invalid file prevents the start', () => {
  const whole = writeMmdb(networks);
  expect(opening(join(folder, 'none.mmdb'))).toThrow(/^GEOIP_DB: .*none\.mmdb cannot be used/);
  expect(opening(folder)).toThrow(/^GEOIP_DB: /);
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('<html>not found</html>'),
    Buffer.alloc(10_000, 255),
    whole.subarray(0, whole.length / 2),
    whole.subarray(6),
    whole.subarray(1000),
    writeMmdb({}).subarray(-50),
  ]) {
    expect(opening(writeFile(bytes))).toThrow(/^GEOIP_DB: .* cannot be used/);
  }
});

test('a replaced file is read within a minute', () => {
  const path = writeFile(writeMmdb({ '203.0.113.0/24': city('DE', 'Berlin') }));
  const { find, errors } = open(path);
  replaceFile(path, writeMmdb({ '203.0.113.0/24': city('AT', 'Vienna') }));
  setSystemTime(START + 59_999);
  expect(find('203.0.113')).toBe('DE Berlin');
  setSystemTime(START + 60_000);
  expect(find('203.0.113')).toBe('AT Vienna');
  expect(errors).toEqual([]);
});

test('a file is checked again after the clock was set back', () => {
  const path = writeFile(writeMmdb({ '203.0.113.0/24': city('DE', 'Berlin') }));
  const { find } = open(path);
  replaceFile(path, writeMmdb({ '203.0.113.0/24': city('AT', 'Vienna') }));
  setSystemTime(START - 3_600_000);
  expect(find('203.0.113')).toBe('AT Vienna');
});

test('a broken or missing new file keeps the former one in use, and is reported once', () => {
  const path = writeFile(writeMmdb({ '203.0.113.0/24': city('DE', 'Berlin') }));
  const { find, errors } = open(path);
  replaceFile(path, Buffer.from('half of it'));
  for (const minute of [1, 2, 3]) {
    setSystemTime(START + minute * 60_000);
    expect(find('203.0.113')).toBe('DE Berlin');
  }
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain(`GEOIP_DB: ${path} cannot be used`);
  rmSync(path);
  for (const minute of [4, 5]) {
    setSystemTime(START + minute * 60_000);
    expect(find('203.0.113')).toBe('DE Berlin');
  }
  expect(errors).toHaveLength(2);
  replaceFile(path, writeMmdb({ '203.0.113.0/24': city('AT', 'Vienna') }));
  setSystemTime(START + 6 * 60_000);
  expect(find('203.0.113')).toBe('AT Vienna');
  expect(errors).toHaveLength(2);
});

test('damage within a file hides places, and is reported once', () => {
  const bytes = writeMmdb({ '203.0.113.0/24': city('DE', 'Berlin'), '192.0.2.0/24': 'NL' });
  // A type that the format does not have.
  bytes.fill(Buffer.from([0, 100]), bytes.indexOf('city') - 2, bytes.indexOf('city') + 4);
  const { find, errors } = open(writeFile(bytes), { trustsHeader: true });
  expect(find('203.0.113')).toBe('');
  expect(find('203.0.113', 'DE')).toBe('DE');
  expect(errors).toHaveLength(1);
});

test('no file, address or header makes it throw', () => {
  const whole = writeMmdb(networks, { recordSize: 28 });
  const damage = fc.record({
    at: fc.nat({ max: whole.length - 1 }),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
  });
  const address = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('203.0.113', '2001:db8:1::', '192.0.2'),
  );
  fc.assert(
    fc.property(fc.array(damage, { maxLength: 4 }), address, fc.string(), (damages, at, header) => {
      const bytes = Buffer.from(whole);
      for (const { at, bytes: other } of damages) bytes.set(other.slice(0, bytes.length - at), at);
      const path = writeFile(bytes);
      let opened: ReturnType<typeof open>;
      try {
        opened = open(path, { trustsHeader: true });
      } catch (error) {
        expect(String(error)).toContain('GEOIP_DB');
        return;
      } finally {
        rmSync(path);
      }
      const place = opened.places.find(at, header);
      expect(place.country).toMatch(/^(?:[A-Z]{2})?$/);
      expect(place.city.length).toBeLessThanOrEqual(100);
      expect(place.city).not.toMatch(/\p{Cc}/u);
    }),
    { numRuns: 300 },
  );
});
