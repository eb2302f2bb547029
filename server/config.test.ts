import { expect, test } from 'bun:test';
import { resolve } from 'node:path';
import { readConfig, siteEnvironment } from './config.ts';

function readHeader(name: string): string | null {
  return readConfig({ COUNTRY_HEADER: name, TRUSTED_PROXIES: '10.0.0.1' }).countryHeader;
}

function readDays(days: string): number {
  return readConfig({ CLICK_RETENTION_DAYS: days }).clickRetentionDays;
}

test('without settings the countries of visitors are unknown', () => {
  const { geoipFile, countryHeader, clickRetentionDays } = readConfig({});
  expect({ geoipFile, countryHeader, clickRetentionDays }).toEqual({
    geoipFile: null,
    countryHeader: null,
    clickRetentionDays: 90,
  });
});

test('GEOIP_DB is a path from the working directory', () => {
  expect(readConfig({ GEOIP_DB: '/var/lib/geo/city.mmdb' }).geoipFile).toBe(
    '/var/lib/geo/city.mmdb',
  );
  expect(readConfig({ GEOIP_DB: 'city.mmdb' }).geoipFile).toBe(resolve('city.mmdb'));
  expect(readConfig({ GEOIP_DB: '' }).geoipFile).toBeNull();
});

test('COUNTRY_HEADER is the name of a header', () => {
  expect(readHeader('CF-IPCountry')).toBe('cf-ipcountry');
  expect(readHeader('x'.repeat(64))).toBe('x'.repeat(64));
  for (const name of ['x'.repeat(65), 'cf ipcountry', 'cf:', 'länder', 'a\nb', ' ']) {
    expect(() => readHeader(name)).toThrow(`COUNTRY_HEADER: "${name}"`);
  }
});

test('COUNTRY_HEADER is refused without a trusted proxy', () => {
  expect(() => readConfig({ COUNTRY_HEADER: 'cf-ipcountry' })).toThrow(
    /^COUNTRY_HEADER: .*TRUSTED_PROXIES/,
  );
});

test('CLICK_RETENTION_DAYS is 1 day to 10 years', () => {
  expect(readDays('1')).toBe(1);
  expect(readDays('3650')).toBe(3650);
  for (const days of ['0', '3651', '-1', '1.5', 'ever']) {
    expect(() => readDays(days)).toThrow(`CLICK_RETENTION_DAYS: "${days}"`);
  }
});

test('WEBHOOK_PRIVATE_HOSTS is 1 or 0, by default 0', () => {
  expect(readConfig({}).webhookPrivateHosts).toBe(false);
  expect(readConfig({ WEBHOOK_PRIVATE_HOSTS: '0' }).webhookPrivateHosts).toBe(false);
  expect(readConfig({ WEBHOOK_PRIVATE_HOSTS: '1' }).webhookPrivateHosts).toBe(true);
  for (const text of ['2', 'maybe', ' 1', '10.0.0.1']) {
    expect(() => readConfig({ WEBHOOK_PRIVATE_HOSTS: text })).toThrow(
      `WEBHOOK_PRIVATE_HOSTS: "${text}"`,
    );
  }
});

test('a site below a path is refused with what to do', () => {
  for (const url of [
    'https://example.com/go',
    'https://example.com/go/',
    'http://a.example:81/x/y',
  ]) {
    expect(() => readConfig({ BASE_URL: url })).toThrow(
      /^BASE_URL: a site below a path, such as \/.+, is not supported: give Brisk a host name of its own/,
    );
  }
});

test('a wrong part of the database URL is named together with its variable', () => {
  const faults = {
    'postgres://h/d?sslmode=on': 'DATABASE_URL: sslmode: must be one of',
    'postgres://ann:a/b@h/d': 'DATABASE_URL: a / in the user name',
  };
  for (const [url, fault] of Object.entries(faults)) {
    expect(() => readConfig({ DATABASE_URL: url })).toThrow(fault);
  }
  expect(readConfig({ DATABASE_URL: 'postgres://h/d?keepalives=1' }).warnings).toEqual([
    'DATABASE_URL: keepalives is ignored: Brisk has its own times for lost connections',
  ]);
});

test('a command of the server gets the settings of the site', () => {
  const config = readConfig({
    DATA_DIR: '/srv/brisk',
    DATABASE_URL: 'postgres://brisk@db.example/brisk',
    CLICK_QUOTA_MB: '512',
    CLICK_RETENTION_DAYS: '30',
    TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8',
    GEOIP_DB: '/srv/places.mmdb',
    COUNTRY_HEADER: 'CF-IPCountry',
    WEBHOOK_PRIVATE_HOSTS: '1',
    LOG_LEVEL: 'warn',
  });
  const received = readConfig(siteEnvironment(config));
  expect(received).toEqual(config);
  expect(received.trustedProxies.entries).toEqual(['127.0.0.1', '10.0.0.0/8']);
});
