import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { exportLinks } from '../../../contracts/export.ts';
import { getHistory } from '../../../contracts/links/history.ts';
import {
  createLink,
  getLink,
  listLinks,
  updateLink,
  type Link,
} from '../../../contracts/links/links.ts';
import { UNKNOWN_CODES_MAX } from '../../../server/redirect/redirect.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { SiteCaller } from '../../torture/site-caller.ts';
import { sendRaw } from '../raw-http.ts';
import { TestProcess } from '../test-process.ts';
import { createDataDir } from '../test-site.ts';
import { testInAll } from '../../support/test-run.ts';

const TARGET = 'https://secret.example/classified?a=1';
const PASSWORD = 'open sesame & more';
const FORM = 'application/x-www-form-urlencoded';
const dataDir = createDataDir();
const logFile = join(dataDir, 'log');

let server: TestProcess;
let site: SiteCaller;
let token: string;
let links = 0;
let addresses = 0;

beforeAll(async () => {
  const env = { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'trace' };
  server = await TestProcess.start(dataDir, env, undefined, logFile);
  token = await new SiteCaller(server.url).signIn();
  site = new SiteCaller(server.url, token);
});
afterAll(async () => {
  await server.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

async function create(fields: object = {}): Promise<Link> {
  links += 1;
  const link = { long_url: TARGET, title: 'A secret title', short_url: `pw${links}` };
  const created = await site.call(createLink, { ...link, password: PASSWORD, ...fields });
  expect(created.code).toBe(200);
  return created.data as Link;
}

/** Each visitor has an address of its own. */
function nextAddress(): string {
  addresses += 1;
  return `198.51.${addresses >> 8}.${addresses & 255}`;
}

interface Post {
  readonly address?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function post(path: string, body: string, { address, type = FORM, headers }: Post = {}) {
  return fetch(new URL(path, server.url), {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: {
      'Content-Type': type,
      'X-Forwarded-For': address ?? nextAddress(),
      ...headers,
    },
  });
}

function enter(code: string, password: string, options?: Post): Promise<Response> {
  return post(code, new URLSearchParams({ password }).toString(), options);
}

async function countClicks(code: string): Promise<number> {
  const { clicks, pending_clicks: pending } = (await site.call(getLink, { short_url: code }))
    .data as Link;
  return clicks + pending;
}

async function expectHidden(answer: Response): Promise<string> {
  const text = await answer.text();
  expect(answer.headers.get('location')).toBeNull();
  for (const secret of ['secret.example', 'classified', 'secret title', 'argon2', PASSWORD]) {
    expect(text).not.toContain(secret);
  }
  return text;
}

describe('a link with a password', () => {
  test('shows a page without script, and not its target', async () => {
    const { short_url: code } = await create();
    for (const language of ['en', 'zh-CN']) {
      const answer = await fetch(new URL(code, server.url), {
        redirect: 'manual',
        headers: { 'Accept-Language': language },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      const text = await expectHidden(answer);
      expect(text).toContain('<form method="post">');
      expect(text).toContain(`lang="${language}"`);
      expect(text).not.toMatch(/<script/);
    }
    expect(await countClicks(code)).toBe(0);
  });

  test('answers a right password with 303, and counts one click', async () => {
    for (const status of [301, 302, 307, 308]) {
      const { short_url: code } = await create({ redirect_status: status });
      const answer = await enter(code, PASSWORD);
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(TARGET);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(await countClicks(code)).toBe(1);
      // The next visit is asked again.
      expect((await fetch(new URL(code, server.url), { redirect: 'manual' })).status).toBe(200);
    }
  });

  test('refuses a wrong, an empty and a missing password', async () => {
    const { short_url: code } = await create();
    for (const body of [
      'password=wrong',
      'password=',
      '',
      'word=x',
      `Password=${PASSWORD}`,
      `password=${'x'.repeat(128)}`,
      'password=%00',
      'password=%FF%FE',
      'password=%ED%A0%80',
      'password=wrong&password=open+sesame+%26+more',
    ]) {
      const answer = await post(code, body);
      expect([body, answer.status]).toEqual([body, 403]);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(await expectHidden(answer)).toContain('role="alert"');
    }
    expect(await countClicks(code)).toBe(0);
  });

  test('refuses a body that is too large or of another type', async () => {
    const { short_url: code } = await create();
    const long = await post(code, `password=${'x'.repeat(100_000)}`);
    expect(long.status).toBe(403);
    await expectHidden(long);
    const json = JSON.stringify({ password: PASSWORD });
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      const answer = await post(code, json, { type });
      expect([type, answer.status]).toEqual([type, 403]);
      await expectHidden(answer);
    }
    expect(await countClicks(code)).toBe(0);
  });

  test('allows 10 attempts per address and link, and a right one resets them', async () => {
    const { short_url: code } = await create();
    const { short_url: other } = await create();
    const address = '192.0.2.77';
    const attempt = async (password: string, to = code, from = address) =>
      (await enter(to, password, { address: from })).status;
    for (let time = 0; time < 9; time += 1) expect(await attempt('wrong')).toBe(403);
    expect(await attempt(PASSWORD)).toBe(303);
    for (let time = 0; time < 10; time += 1) expect(await attempt('wrong')).toBe(403);
    const refused = await enter(code, PASSWORD, { address });
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(600);
    await expectHidden(refused);
    expect(await attempt(PASSWORD, other)).toBe(303);
    expect(await attempt(PASSWORD, code, '192.0.2.78')).toBe(303);
    // A /64 of IPv6 is one client.
    for (let time = 0; time < 10; time += 1) {
      expect(await attempt('wrong', code, `2001:db8::${time}`)).toBe(403);
    }
    expect(await attempt(PASSWORD, code, '2001:db8::ffff')).toBe(429);
    expect(await attempt(PASSWORD, code, '2001:db8:0:1::1')).toBe(303);
    expect(await countClicks(code)).toBe(3);
  });

  test('checks 10 of 64 attempts at once from one address', async () => {
    const { short_url: code } = await create();
    const attempts = Array.from({ length: 64 }, (_, number) =>
      enter(code, `wrong ${number}`, { address: '192.0.2.99' }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(54);
  });

  testInAll(
    'answers 64 right passwords at once from many addresses, or says when to try again',
    async () => {
      const { short_url: code } = await create();
      const answers = await Promise.all(Array.from({ length: 64 }, () => enter(code, PASSWORD)));
      const opened = answers.filter(({ status }) => status === 303);
      const busy = answers.filter(({ status }) => status === 429);
      expect(opened.length).toBeGreaterThanOrEqual(16);
      expect(opened.length + busy.length).toBe(64);
      for (const answer of busy) expect(answer.headers.get('retry-after')).toBe('1');
      expect(await countClicks(code)).toBe(opened.length);
    },
  );

  test('is used up by right passwords only', async () => {
    const { short_url: code } = await create({ max_clicks: 1 });
    expect((await enter(code, 'wrong')).status).toBe(403);
    expect((await enter(code, PASSWORD)).status).toBe(303);
    const late = await enter(code, PASSWORD);
    expect(late.status).toBe(410);
    await expectHidden(late);
    expect(await countClicks(code)).toBe(1);
  });

  test('shows neither its target nor its title in the preview page or in a card', async () => {
    const card = { title: 'Public title', description: 'Public words', image: '' };
    const { short_url: code } = await create({ social: card });
    for (const path of [`${code}+`, code]) {
      const answer = await fetch(new URL(path, server.url), {
        redirect: 'manual',
        headers: { 'User-Agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
      });
      expect(answer.status).toBe(200);
      await expectHidden(answer);
    }
  });

  test('answers HEAD with the page, without a click', async () => {
    const { short_url: code } = await create();
    const answer = await fetch(new URL(code, server.url), { method: 'HEAD', redirect: 'manual' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('location')).toBeNull();
    expect(await countClicks(code)).toBe(0);
  });

  test('leads by its rules, and forwards path and query after the password', async () => {
    const { short_url: code } = await create({
      forward_path: 1,
      forward_query: 1,
      rules: [{ when: { query: { to: 'a' } }, target: 'https://a.example/' }],
    });
    const answer = await enter(`${code}/x/y?to=a`, PASSWORD);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      'https://a.example/x/y?to=a',
    ]);
  });

  test('has its new password at once after an edit, and none when it is emptied', async () => {
    const { id, short_url: code } = await create();
    await site.call(updateLink, { id, password: 'another one' });
    expect((await enter(code, PASSWORD)).status).toBe(403);
    expect((await enter(code, 'another one')).status).toBe(303);
    const { data } = await site.call(updateLink, { id, password: '' });
    expect((data as Link).has_password).toBeFalse();
    expect((await fetch(new URL(code, server.url), { redirect: 'manual' })).status).toBe(302);
    expect((await enter(code, 'another one')).status).toBe(405);
  });

  test('opens in any Unicode form of its password', async () => {
    const { short_url: code } = await create({ password: 'café ①' });
    expect((await enter(code, 'cafe\u0301 1')).status).toBe(303);
  });
});

test('a POST to a link without a password, or to no link, is refused', async () => {
  const { short_url: code } = await create({ password: '' });
  for (const path of [code, 'nothing-there', `${code}/x`, `${code}+`]) {
    const answer = await enter(path, PASSWORD);
    expect([path, answer.status]).toEqual([path, 405]);
    expect(answer.headers.get('allow')).toContain('GET');
  }
  expect(await countClicks(code)).toBe(0);
});

test('a link shows how many wrong passwords it refused in 24 hours', async () => {
  const { short_url: code } = await create();
  for (const password of ['wrong', 'wrong', PASSWORD, '']) await enter(code, password);
  const count = async () =>
    ((await site.call(getLink, { short_url: code })).data as Link).refused_passwords;
  // No visitor waits until a refusal is stored.
  while ((await count()) < 3) await Bun.sleep(1);
  expect(await count()).toBe(3);
  const list = (await site.call(listLinks, { q: code })).data as { urls: Link[] };
  expect(list.urls[0]!.refused_passwords).toBe(3);
});

test('POSTs to unknown codes count toward their limit', async () => {
  const address = nextAddress();
  const { short_url: code } = await create();
  for (let count = 0; count < UNKNOWN_CODES_MAX; count += 1) {
    expect((await enter(`guessed-${count}`, 'x', { address })).status).toBe(405);
  }
  const headers = { 'X-Forwarded-For': address };
  const refused = await fetch(new URL('guessed', server.url), { headers });
  expect(refused.status).toBe(429);
  // Nor do attempts tell which further codes have a password.
  expect((await enter(code, PASSWORD, { address })).status).toBe(405);
});

test('a POST whose body ends early or is announced as huge is answered', async () => {
  const { short_url: code } = await create();
  const head = (length: number): string =>
    `POST /${code} HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`;
  const huge = await sendRaw(server.url, `${head(1e9)}password=x`);
  expect(huge.status).toBe(403);
  const early = await sendRaw(server.url, `${head(50)}password=x`, { endsEarly: true });
  expect(early.head).not.toContain('location');
});

async function readExport(format: string): Promise<string> {
  const url = new URL(`${exportLinks.path}?format=${format}`, server.url);
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  expect((await fetch(url)).status).toBe(401);
  return answer.text();
}

test('no reply, log or history has a password or its hash', async () => {
  const { id, short_url: code } = await create();
  await site.call(updateLink, { id, password: 'a second secret' });
  await enter(code, 'a wrong secret');
  await enter(code, 'a second secret');
  const engine = await openTestEngine(dataDir);
  const { routing } = await engine.db
    .selectFrom('link')
    .select('routing')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await engine.close();
  expect(routing).toContain('$argon2id$');
  const replies = await Promise.all([
    site.call(getLink, { short_url: code }),
    site.call(listLinks, { q: code }),
    site.call(getHistory, { id }),
    site.call(createLink, { long_url: TARGET, title: 'x', password: 'a third secret' }),
  ]);
  const [json, csv] = await Promise.all(['json', 'csv'].map(readExport));
  const texts = [JSON.stringify(replies), readFileSync(logFile, 'utf8')];
  expect(texts[0]).toContain('"has_password":true');
  for (const text of texts) expect(text).not.toContain('argon2');
  // Exports take the hashes along: without them an import would open the links to everyone.
  for (const text of [...texts, json!, csv!]) {
    for (const secret of ['sesame', 'second secret', 'wrong secret', 'third secret']) {
      expect(text).not.toContain(secret);
    }
  }
});
