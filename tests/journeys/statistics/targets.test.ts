import { afterAll, describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { createLink, updateLink, type Link } from '../../../contracts/links/links.ts';
import {
  exportReport,
  getReport,
  type RankedList,
  type Report,
} from '../../../contracts/stats/stats.ts';
import { SiteCaller } from '../../torture/site-caller.ts';
import { chooseForRun, testInAll } from '../../support/test-run.ts';
import { sendRaw } from '../raw-http.ts';
import { TestProcess } from '../test-process.ts';
import { createDataDir } from '../test-site.ts';

const LONG = 'https://long.example/page';
const GERMAN = 'https://de.example/';
/** Shares of a split that differ only in their query. */
const SHARES = ['https://a.example/?variant=a', 'https://a.example/?variant=b'] as const;
const LANGUAGE = { when: { language: ['de'] }, target: GERMAN };
const SPLIT = {
  when: { language: ['en'] },
  split: SHARES.map((target) => ({ target, weight: 1 })),
};
const VISITORS = 24;
/** The fast path leaves a visit with this header to the HTTP server. */
const SLOW = 'Purpose: ';

const places = new Set<string>();
afterAll(() => {
  for (const place of places) rmSync(place, { recursive: true, force: true });
});

/** A server, the links that a test makes, and what it expects of their reports. */
class Site implements AsyncDisposable {
  readonly #dataDir: string;
  readonly #env: Readonly<Record<string, string>>;
  #server: TestProcess;
  #token: string;
  /** Clicks by link and target, by the answers to visitors. */
  readonly #led = new Map<string, Map<string, number>>();

  private constructor(
    dataDir: string,
    env: Record<string, string>,
    server: TestProcess,
    token = '',
  ) {
    this.#dataDir = dataDir;
    this.#env = env;
    this.#server = server;
    this.#token = token;
  }

  static async open(workers = 1): Promise<Site> {
    const dataDir = createDataDir();
    places.add(dataDir);
    const env = { WORKERS: String(workers), CLICK_FLUSH_SECONDS: '3600' };
    const server = await TestProcess.start(dataDir, env);
    return new Site(dataDir, env, server, await new SiteCaller(server.url).signIn());
  }

  get caller(): SiteCaller {
    return new SiteCaller(this.#server.url, this.#token);
  }

  async create(code: string, fields: object): Promise<Link> {
    const { data } = await this.caller.call(createLink, {
      long_url: LONG,
      short_url: code,
      title: code,
      ...fields,
    });
    this.#led.set(code, new Map());
    return data as Link;
  }

  /** Visits a link; the target must begin with one of those. */
  async visit(code: string, headers: readonly string[], targets: readonly string[], body = '') {
    const length = body === '' ? [] : [`Content-Length: ${body.length}`];
    const form = body === '' ? [] : ['Content-Type: application/x-www-form-urlencoded'];
    const line = `${body === '' ? 'GET' : 'POST'} /${code} HTTP/1.1`;
    const lines = [line, 'Host: go.example', ...headers, ...form, ...length];
    const bytes = [...lines, 'Connection: close', '', body].join('\r\n');
    const { head } = await sendRaw(this.#server.url, bytes);
    const location = /^location: (\S*)/im.exec(head)?.[1] ?? '';
    const target = targets.find((one) => location.startsWith(one));
    expect([location, target]).toEqual([location, expect.any(String)]);
    return target!;
  }

  /** Visits a link as `visit`, and expects the target in its report. */
  async count(code: string, headers: readonly string[], targets: readonly string[], body = '') {
    const target = await this.visit(code, headers, targets, body);
    const led = this.#led.get(code.split('?')[0]!)!;
    led.set(target, (led.get(target) ?? 0) + 1);
    return target;
  }

  async restart(): Promise<void> {
    await this.#server.end('SIGKILL');
    this.#server = await TestProcess.start(this.#dataDir, this.#env);
  }

  async report(code: string, fields: object = {}): Promise<Report> {
    const { data } = await this.caller.call(getReport, { short_url: code, ...fields });
    return data as Report;
  }

  async list(code: string, fields: object = {}): Promise<RankedList> {
    const { lists } = await this.report(code, fields);
    return lists.find(({ dimension }) => dimension === 'target')!;
  }

  async download(code: string): Promise<string[]> {
    const response = await fetch(
      new URL(`${exportReport.path}?short_url=${code}`, this.#server.url),
      {
        headers: { authorization: `Bearer ${this.#token}` },
      },
    );
    return (await response.text()).split('\r\n');
  }

  async expectLists(none = 0): Promise<void> {
    for (const [code, led] of this.#led) {
      const { values, ...rest } = await this.list(code);
      expect(new Map(values.map(({ value, clicks }) => [value, clicks]))).toEqual(led);
      expect([code, rest]).toEqual([code, { dimension: 'target', other: 0, none }]);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.end('SIGKILL');
  }
}

function agent(number: number): string {
  return `User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:${100 + number}.0) Gecko/20100101 Firefox/${100 + number}.0`;
}

describe.each(chooseForRun([2], [1, 2]))('with WORKERS=%d', (workers) => {
  test('a report has the targets of rules and a split, whichever process answered', async () => {
    await using site = await Site.open(workers);
    await site.create('poster', { rules: [LANGUAGE, SPLIT], forward_query: 1 });
    const ways = [[], [SLOW]] as const;
    for (let visitor = 0; visitor < VISITORS; visitor += 1) {
      const headers = [agent(visitor), 'Accept-Language: en'];
      const [fast, slow] = [
        await site.count('poster?x=1', headers, SHARES),
        await site.count('poster?x=1', [...headers, SLOW], SHARES),
      ];
      expect(slow).toBe(fast);
    }
    for (const way of ways) {
      await site.count('poster', [agent(1), 'Accept-Language: de', ...way], [GERMAN]);
      await site.count('poster', [agent(1), 'Accept-Language: fr', ...way], [LONG]);
    }
    await site.expectLists();
    const { values } = await site.list('poster');
    expect(values.map(({ value }) => value).toSorted()).toEqual(
      [...SHARES, GERMAN, LONG].toSorted(),
    );
    for (const { value, clicks } of values) {
      expect((await site.report('poster', { target: value })).clicks).toBe(clicks);
    }
  }, 300_000);

  test('a killed server loses no target', async () => {
    await using site = await Site.open(workers);
    await site.create('poster', { rules: [LANGUAGE, SPLIT] });
    for (let visitor = 0; visitor < VISITORS; visitor += 1) {
      const language = visitor % 3 === 0 ? 'de' : 'en';
      const headers = [agent(visitor), `Accept-Language: ${language}`];
      await site.count('poster', headers, [GERMAN, ...SHARES]);
      if (visitor % 8 === 7) await site.restart();
    }
    await site.expectLists();
  }, 300_000);
});

testInAll(
  'a limit of clicks and a password keep the targets exact',
  async () => {
    await using site = await Site.open();
    await site.create('limited', { rules: [LANGUAGE], max_clicks: 3 });
    await site.create('secret', { rules: [LANGUAGE], password: 'open it' });
    const german = [agent(1), 'Accept-Language: de'];
    for (let times = 0; times < 3; times += 1) await site.count('limited', german, [GERMAN]);
    await site.count('secret', german, [GERMAN], 'password=open+it');
    await site.expectLists();
  },
  300_000,
);

testInAll(
  'targets outlast the rules, and clicks without rules have none',
  async () => {
    await using site = await Site.open();
    const { id } = await site.create('poster', {});
    const visit = (target: string) =>
      site.visit('poster', [agent(1), 'Accept-Language: de'], [target]);
    await visit(LONG);
    expect(await site.list('poster')).toMatchObject({ values: [], none: 1 });
    await site.caller.call(updateLink, { id, rules: [SPLIT, LANGUAGE] });
    await visit(GERMAN);
    await site.caller.call(updateLink, { id, rules: [LANGUAGE] });
    await visit(GERMAN);
    await site.caller.call(updateLink, { id, rules: [] });
    await visit(LONG);
    const expected = { values: [{ value: GERMAN, clicks: 2 }], other: 0, none: 2 };
    expect(await site.list('poster')).toMatchObject(expected);
    expect((await site.report('poster', { target: 'none' })).clicks).toBe(2);
  },
  300_000,
);

testInAll(
  'where less is kept, no target is kept',
  async () => {
    await using site = await Site.open();
    await site.create('counted', { rules: [LANGUAGE], is_count_only: 1 });
    await site.create('poster', { rules: [LANGUAGE] });
    const german = [agent(1), 'Accept-Language: de'];
    await site.visit('counted', german, [GERMAN]);
    await site.visit('poster', [...german, 'DNT: 1'], [GERMAN]);
    await site.expectLists(1);
  },
  300_000,
);

testInAll(
  'a file of the report has the targets',
  async () => {
    await using site = await Site.open();
    await site.create('poster', { rules: [LANGUAGE] });
    await site.count('poster', [agent(1), 'Accept-Language: de'], [GERMAN]);
    await site.count('poster', [agent(1)], [LONG]);
    await site.expectLists();
    const csv = await site.download('poster');
    for (const target of [GERMAN, LONG]) expect(csv).toContain(`target,${target},,1`);
  },
  300_000,
);
