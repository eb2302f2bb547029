import { afterAll, describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { listDeleted, purgeDeleted } from '../../../contracts/links/bin.ts';
import { addDomain, deleteDomain } from '../../../contracts/domains.ts';
import { importLinks } from '../../../contracts/import.ts';
import {
  createLink,
  deleteLink,
  listLinks,
  updateLink,
  type Link,
} from '../../../contracts/links/links.ts';
import type { Route } from '../../../contracts/route.ts';
import { setOption } from '../../../contracts/site.ts';
import {
  exportReport,
  getMissedCodes,
  getReport,
  getTopLinks,
  type RankedLink,
  type Report,
} from '../../../contracts/stats/stats.ts';
import { SiteCaller } from '../../torture/site-caller.ts';
import { chooseForRun, testInAll } from '../../support/test-run.ts';
import { sendRaw } from '../raw-http.ts';
import { TestProcess } from '../test-process.ts';
import { createDataDir } from '../test-site.ts';

const MAIN = '';
const GO = 'go.example';
const S = 's.example';
const domains = [MAIN, GO, S] as const;
type Domain = (typeof domains)[number];

/** A host that was not added belongs to the main domain. */
const hosts: Readonly<Record<Domain, string>> = {
  [MAIN]: 'unknown.example',
  [GO]: GO,
  [S]: 'S.example:8080',
};
/** The fast path leaves a visit with this header to the HTTP server. */
const SLOW = 'Purpose: ';
const PHONE =
  'User-Agent: Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const WECHAT = `${PHONE} MicroMessenger/8.0.49`;
const SLACK = 'User-Agent: Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)';
const GERMAN = { when: { language: ['de'] }, target: 'https://de.example/' };

const places = new Set<string>();
afterAll(() => {
  for (const place of places) rmSync(place, { recursive: true, force: true });
});

function nameOf(domain: string): string {
  return domain === MAIN ? 'none' : domain;
}

/** A server, and the clicks that a test made on each domain. */
class Site implements AsyncDisposable {
  readonly #dataDir = createDataDir();
  readonly #env: Readonly<Record<string, string>>;
  readonly clicks = new Map<string, number>(domains.map((domain) => [domain, 0]));
  #server!: TestProcess;
  #token = '';

  private constructor(workers: number) {
    this.#env = { WORKERS: String(workers), CLICK_FLUSH_SECONDS: '3600' };
    places.add(this.#dataDir);
  }

  /** The link `a` is on each domain. */
  static async open(workers = 1): Promise<Site> {
    const site = new Site(workers);
    site.#server = await TestProcess.start(site.#dataDir, site.#env);
    site.#token = await new SiteCaller(site.#server.url).signIn();
    for (const host of [GO, S]) await site.call(addDomain, { host });
    for (const domain of domains) await site.create(domain, 'a');
    return site;
  }

  async call<Data>(route: Route, fields: object): Promise<Data> {
    const { code, data } = await new SiteCaller(this.#server.url, this.#token).call(route, fields);
    expect([route.path, code]).toEqual([route.path, 200]);
    return data as Data;
  }

  create(domain: Domain, code: string, fields: object = {}): Promise<Link> {
    const long_url = `https://to.example/${domain}/${code}`;
    const link = { long_url, short_url: code, domain, title: code, ...fields };
    return this.call(createLink, link);
  }

  /** Returns where the answer leads, or its status. */
  async visit(domain: Domain, path: string, headers: readonly string[], body?: string) {
    const form = ['Content-Type: application/x-www-form-urlencoded'];
    const sent = body === undefined ? [] : [...form, `Content-Length: ${body.length}`];
    const line = `${body === undefined ? 'GET' : 'POST'} /${path} HTTP/1.1`;
    const lines = [line, `Host: ${hosts[domain]}`, ...headers, ...sent, 'Connection: close', ''];
    const { head, status } = await sendRaw(this.#server.url, [...lines, body].join('\r\n'));
    return /^location: (\S*)/im.exec(head)?.[1] ?? status;
  }

  async click(domain: Domain, code: string, headers: readonly string[] = [PHONE], body?: string) {
    const target = await this.visit(domain, code, headers, body);
    expect(target).toBeString();
    this.clicks.set(domain, this.clicks.get(domain)! + 1);
    return target;
  }

  async restart(): Promise<void> {
    await this.#server.end('SIGKILL');
    this.#server = await TestProcess.start(this.#dataDir, this.#env);
  }

  report(fields: object = {}): Promise<Report> {
    return this.call(getReport, { audience: 'all', period: 'all', ...fields });
  }

  async download(fields: Record<string, string>): Promise<string[]> {
    const query = new URLSearchParams({ audience: 'all', ...fields }).toString();
    const url = new URL(`${exportReport.path}?${query}`, this.#server.url);
    const headers = { authorization: `Bearer ${this.#token}` };
    return (await (await fetch(url, { headers })).text()).split('\r\n');
  }

  /** The clicks by domain, as the report of the site and those of each domain have them. */
  async expectDomains(): Promise<void> {
    const { clicks, lists } = await this.report();
    const { values, none, other } = lists.find(({ dimension }) => dimension === 'domain')!;
    const listed = Object.fromEntries(values.map((row) => [row.value, row.clicks]));
    const made = [...this.clicks].filter(([domain, count]) => domain === MAIN || count > 0);
    expect({ ...listed, '': none }).toEqual({ '': 0, ...Object.fromEntries(made) });
    expect(other).toBe(0);
    expect(clicks).toBe([...this.clicks.values()].reduce((sum, count) => sum + count));
    for (const [domain, count] of this.clicks) {
      const report = await this.report({ domain: nameOf(domain) });
      expect([domain, report.clicks]).toEqual([domain, count]);
    }
  }

  /** The same clicks again: in the list of links, and in that of the most clicked ones. */
  async expectSums(): Promise<void> {
    for (const [domain, count] of this.clicks) {
      const { urls } = await this.call<{ urls: Link[] }>(listLinks, { domain });
      expect([domain, sum(urls, 'clicks')]).toEqual([domain, count]);
      const fields = { audience: 'all', domain: nameOf(domain) };
      const { top } = await this.call<{ top: RankedLink[] }>(getTopLinks, fields);
      const visited = urls.filter(({ clicks }) => clicks > 0);
      const codes = visited.map((link) => (domain === '' ? '' : `${domain}/`) + link.short_url);
      expect(top.map((link) => link.short_url).toSorted()).toEqual(codes.toSorted());
      expect([domain, sum(top, 'people')]).toEqual([domain, count]);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.end('SIGKILL');
  }
}

function sum<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((total, row) => total + row[key], 0);
}

/** A restart comes after four. */
const ROUNDS = chooseForRun(2, 12);

describe.each(chooseForRun([2], [1, 2]))('with WORKERS=%d', (workers) => {
  test('each domain has the clicks of its links, by every way to a redirect', async () => {
    await using site = await Site.open(workers);
    await site.create(GO, 'counted', { is_count_only: 1 });
    await site.create(GO, 'secret', { password: 'open it' });
    await site.create(S, 'ruled', { rules: [GERMAN], in_app: 'ask' });
    await site.create(S, 'limited', { max_clicks: 2 });
    await site.create(S, 'card', { social: { title: 'A card' } });
    for (const way of [[], [SLOW]]) {
      for (const [at, domain] of domains.entries()) {
        for (let times = 0; times <= 4 * at; times += 1) {
          expect(await site.click(domain, 'a', [PHONE, ...way])).toBe(
            `https://to.example/${domain}/a`,
          );
        }
      }
      // Other spellings of a code, a program, and a visitor who asks not to be tracked.
      await site.click(GO, 'A.', [PHONE, ...way]);
      await site.click(GO, 'counted', [PHONE, ...way]);
      await site.click(S, 'a?qr', ['DNT: 1', ...way]);
      expect(await site.click(S, 'ruled', ['Accept-Language: de', ...way])).toBe(GERMAN.target);
      await site.click(S, 'ruled', [PHONE, ...way]);
      await site.click(S, 'limited', [PHONE, ...way]);
      await site.click(GO, 'secret', way, 'password=open+it');
      // Pages are no clicks.
      for (const [domain, path, agent] of [
        [GO, 'a+', PHONE],
        [GO, 'secret', PHONE],
        [S, 'ruled', WECHAT],
        [S, 'card', SLACK],
      ] as const) {
        expect([path, await site.visit(domain, path, [agent, ...way])]).toEqual([path, 200]);
      }
    }
    expect(await site.visit(S, 'limited', [PHONE])).toBe(410);
    await site.expectDomains();
    await site.expectSums();
  }, 300_000);

  testInAll(
    'a killed server loses no domain',
    async () => {
      await using site = await Site.open(workers);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const domain of domains) await site.click(domain, 'a', round % 2 === 0 ? [] : [SLOW]);
        await site.click(S, 'a');
        if (round % 4 === 3) await site.restart();
      }
      await site.expectDomains();
      await site.expectSums();
    },
    300_000,
  );
});

test('clicks stay with the domain on which they happened', async () => {
  await using site = await Site.open();
  const { id } = await site.create(GO, 'moved');
  await site.create(GO, 'lost');
  await site.click(GO, 'moved');
  await site.call(updateLink, { id, domain: S });
  await site.click(S, 'moved');
  await site.click(S, 'moved', [SLOW]);
  await site.click(GO, 'lost');
  await site.click(GO, 'a', [SLOW]);
  await site.expectDomains();
  const moved = { short_url: `${S}/moved` };
  expect((await site.report({ ...moved, domain: GO })).clicks).toBe(1);
  expect((await site.report({ ...moved, domain: S })).clicks).toBe(2);

  for (const short_url of ['lost', 'a']) await site.call(deleteLink, { short_url, domain: GO });
  await site.expectDomains();
  const bin = await site.call<{ urls: Link[] }>(listDeleted, {});
  await site.call(purgeDeleted, { ids: bin.urls.map((link) => link.id) });
  await site.call(deleteDomain, { host: GO });
  await site.restart();
  await site.expectDomains();
}, 300_000);

test('where less is kept, the domain is kept and nothing else', async () => {
  await using site = await Site.open();
  await site.create(GO, 'ruled', { rules: [GERMAN] });
  const rich = [PHONE, 'Accept-Language: de', 'Referer: https://news.example/'];
  await site.click(GO, 'ruled', [...rich, 'Sec-GPC: 1']);
  const settings = { count_only: true, heeds_do_not_track: true, alerts: true, webhook: '' };
  await site.report();
  await site.call(setOption, { key: 'statistics', value: JSON.stringify(settings) });
  await site.click(GO, 'ruled', rich);
  await site.click(S, 'a', [...rich, SLOW]);
  await site.click(MAIN, 'a', rich);
  await site.expectDomains();
  const { clicks, lists } = await site.report();
  for (const { dimension, none } of lists) {
    expect([dimension, none]).toEqual([dimension, dimension === 'domain' ? 1 : clicks]);
  }
}, 300_000);

testInAll(
  'unknown codes, imported clicks and files have the filter by domain',
  async () => {
    await using site = await Site.open();
    const rows = domains.map((domain, at) => ({
      long_url: 'https://old.example/',
      short_url: 'old',
      domain,
      clicks: 10 ** at,
    }));
    await site.call(importLinks, { file: JSON.stringify(rows) });
    for (const [at, domain] of domains.entries()) {
      expect(await site.visit(domain, `lost-${at}`, [PHONE])).toBe(404);
      await site.click(domain, 'old');
    }
    const codes = ['lost-0', `${GO}/lost-1`, `${S}/lost-2`];
    const missed = async (fields: object): Promise<string[]> => {
      const found = await site.call<{ codes: { code: string }[] }>(getMissedCodes, fields);
      return found.codes.map(({ code }) => code).toSorted();
    };
    expect(await missed({})).toEqual(codes.toSorted());
    expect((await site.report()).imported_clicks).toBe(111);
    for (const [at, domain] of domains.entries()) {
      const filter = { domain: nameOf(domain) };
      expect(await missed(filter)).toEqual([codes[at]!]);
      expect((await site.report(filter)).imported_clicks).toBe(10 ** at);
      const csv = await site.download(filter);
      for (const line of [
        `filter domain,${nameOf(domain)},,`,
        `domain,${domain === MAIN ? '(none)' : domain},,1`,
        `total,,before the import,${10 ** at}`,
        ['missed code', codes[at], '', 1].join(','),
      ]) {
        expect(csv).toContain(line);
      }
      for (const one of ['missed code', 'top link']) {
        const rows = csv.filter((line) => line.startsWith(one) && !line.includes(',before,'));
        expect([one, rows.length]).toEqual([one, 1]);
      }
    }
    for (const domain of ['nobody.example', "' or ''='"]) {
      expect(await missed({ domain })).toEqual([]);
      const nobody = await site.report({ domain });
      expect([nobody.clicks, nobody.imported_clicks]).toEqual([0, 0]);
    }
  },
  300_000,
);
