import { describe, expect, test } from 'bun:test';
import { isIP } from 'node:net';
import { fc } from '../../tests/support/random.ts';
import { choosePublicAddress, isPublicAddress, resolveAddresses } from './address-guard.ts';

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.1',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '3ffd:ffff::1',
];

const NOT_PUBLIC = {
  'this network': ['0.0.0.0', '0.1.2.3', '::'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
  'carrier-grade NAT': ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  'link-local': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
  'protocol assignments': ['192.0.0.1', '192.0.0.170', '2001::1', '2001:1::1', '2001:100::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  '6to4 relay': ['192.88.99.1'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  'AS112 and AMT': ['192.31.196.1', '192.175.48.1', '192.52.193.1', '2001:3::1', '2620:4f:8000::1'],
  multicast: ['224.0.0.1', '239.255.255.250', 'ff02::1', 'ff0e::1'],
  'reserved and broadcast': ['240.0.0.1', '255.255.255.254', '255.255.255.255'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::ffff:0:8.8.8.8'],
  'IPv4-compatible': ['::127.0.0.1', '::7f00:1', '::8.8.8.8', '::2'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '64:ff9b:1:ffff::10.0.0.1'],
  '6to4': ['2002:7f00:1::', '2002:808:808::1'],
  Teredo: ['2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'ORCHID and drone tags': ['2001:10::1', '2001:20::1', '2001:2f:ffff::1', '2001:30::1'],
  discard: ['100::1', '100:0:0:1::1'],
  'unique local': ['fc00::1', 'fd00::1', 'fdff:ffff::1'],
  'site-local': ['fec0::1', 'feff::1'],
  'segment routing': ['5f00::1', '5f00:ffff::1'],
  unassigned: ['200::1', '400::1', '1000::1', '4000::1', '8000::1', 'e000::1', 'fe00::1'],
  'no canonical address': ['', 'localhost', '127.1', '0x7f.1', '010.8.8.8', '134744072', '[::1]'],
};

const ODD_URLS = [
  'http://0x7f.1/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://017700000001/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://127.0.0.1./',
  'http://0/',
  'http://0xa9fea9fe/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://%31%32%37.0.0.1/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::127.0.0.1]/',
  'http://[2002:7f00:1::]/',
  'http://[fe80::1]/',
];

function guardOf(
  answers: string[],
): { asked: string[] } & Parameters<typeof choosePublicAddress>[1] {
  const asked: string[] = [];
  return {
    asked,
    isPublic: isPublicAddress,
    resolve: (host) => {
      asked.push(host);
      return Promise.resolve(answers);
    },
  };
}

describe('isPublicAddress', () => {
  test.each(PUBLIC)('allows %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  const refused = Object.entries(NOT_PUBLIC).flatMap(([kind, addresses]) =>
    addresses.map((address) => [kind, address] as const),
  );
  test.each(refused)('refuses %s %s', (_kind, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test('never throws, and allows only literals; of IPv6, only 2000::/3', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4Extended(), fc.ipV6()), (text) => {
        if (!isPublicAddress(text)) return true;
        return isIP(text) === 4 || (isIP(text) === 6 && /^[23][0-9a-f]{3}:/i.test(text));
      }),
    );
  });
});

describe('choosePublicAddress', () => {
  test.each(ODD_URLS)('refuses %s without asking the name server', async (url) => {
    const guard = guardOf(['8.8.8.8']);
    const choice = choosePublicAddress(new URL(url), guard);
    expect(await choice.catch(String)).toContain('a private address or none');
    expect(guard.asked).toEqual([]);
  });

  test('returns a public literal unchanged', async () => {
    const guard = guardOf([]);
    expect(await choosePublicAddress(new URL('http://134744072/'), guard)).toBe('8.8.8.8');
    expect(await choosePublicAddress(new URL('http://[2606:4700::1]/'), guard)).toBe(
      '2606:4700::1',
    );
  });

  test('returns the first address of a name, after one query', async () => {
    const guard = guardOf(['1.1.1.1', '2606:4700::1']);
    expect(await choosePublicAddress(new URL('http://page.example/'), guard)).toBe('1.1.1.1');
    expect(guard.asked).toEqual(['page.example']);
  });

  test.each([
    [['10.0.0.1']],
    [['8.8.8.8', '10.0.0.1']],
    [['8.8.8.8', '::ffff:8.8.8.8']],
    [['fe80::1%eth0']],
    [['not an address']],
    [[]],
  ])('refuses a name that resolves to %j', async (answers) => {
    const choice = choosePublicAddress(new URL('http://page.example/'), guardOf(answers));
    expect(await choice.catch(String)).toContain('a private address or none');
  });

  test.each(['http://localhost/', 'http://LOCALHOST./', 'http://nowhere.invalid/'])(
    'refuses %s with the real resolver',
    async (url) => {
      const guard = { isPublic: isPublicAddress, resolve: resolveAddresses };
      expect(await choosePublicAddress(new URL(url), guard).catch(() => 'refused')).toBe('refused');
    },
  );
});
