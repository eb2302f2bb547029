import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runLink, type Outcome } from './link-process.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';

const TOKEN = 'sk-0123456789abcdef';

let site: SetUpSite;
const folder = mkdtempSync(join(tmpdir(), 'brisk-link-'));
beforeAll(async () => {
  site = await openSetUpSite();
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Expects one sentence, without the token. */
function expectFailure({ exitCode, stdout, stderr }: Outcome, sentence: string | RegExp): void {
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(/^brisk: .+\n$/);
  expect(stderr).not.toContain(TOKEN);
  if (typeof sentence === 'string') expect(stderr).toBe(`brisk: ${sentence}\n`);
  else expect(stderr).toMatch(sentence);
}

/** What `brisk link list` says of a server that answers so. */
async function listOf(
  answer: () => Response | Promise<Response>,
  seconds = 2,
): Promise<Outcome & { url: string }> {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 30, fetch: answer });
  const url = server.url.origin;
  const outcome = await runLink(['list', '--timeout', String(seconds)], {
    BRISK_URL: url,
    BRISK_TOKEN: TOKEN,
  });
  await server.stop(true);
  return { ...outcome, url };
}

test('a missing or wrong setting is named, and its value is not shown', async () => {
  const url = { BRISK_URL: site.url };
  const token = { BRISK_TOKEN: TOKEN };
  expectFailure(await runLink(['list'], token), /BRISK_URL: is missing: set it to the address/);
  expectFailure(await runLink(['list'], url), /BRISK_TOKEN: is missing: set it to the API token/);
  for (const wrong of [
    'go.example.com',
    'https://x.example/path',
    'ftp://x',
    'http://a:geheim@x/',
  ]) {
    const outcome = await runLink(['list'], { ...token, BRISK_URL: wrong });
    expectFailure(outcome, /BRISK_URL: must be like/);
    expect(outcome.stderr).not.toContain('geheim');
  }
  const broken = { ...url, BRISK_TOKEN: 'geheim\nx' };
  expectFailure(await runLink(['list'], broken), 'BRISK_TOKEN: is no token');
  const gone = { ...url, BRISK_TOKEN_FILE: join(folder, 'none') };
  expectFailure(await runLink(['list'], gone), /BRISK_TOKEN_FILE: cannot read/);
});

test('the token may be in a file, and a wrong one is refused by the site', async () => {
  const file = join(folder, 'token');
  writeFileSync(file, `${site.token}\n`);
  const good = await runLink(['list'], { BRISK_URL: site.url, BRISK_TOKEN_FILE: file });
  expect(good).toEqual({ exitCode: 0, stdout: '', stderr: 'no links\n' });
  const wrong = await runLink(['list'], { BRISK_URL: site.url, BRISK_TOKEN: TOKEN });
  expectFailure(wrong, 'the site does not accept BRISK_TOKEN');
});

test('a site that cannot be reached is named', async () => {
  const env = { BRISK_URL: 'http://127.0.0.1:1', BRISK_TOKEN: TOKEN };
  expectFailure(await runLink(['list'], env), 'cannot reach http://127.0.0.1:1 (ECONNREFUSED)');
});

test('http to another machine is warned of before the call', async () => {
  const env = { BRISK_URL: 'http://nowhere.invalid', BRISK_TOKEN: TOKEN };
  const { exitCode, stderr } = await runLink(['list', '--timeout', '20'], env);
  expect(exitCode).toBe(1);
  expect(stderr).toStartWith('brisk: warning: http://nowhere.invalid is not https: others');
  const secure = { ...env, BRISK_URL: 'https://nowhere.invalid' };
  const { stderr: silent } = await runLink(['list', '--timeout', '20'], secure);
  expect(silent).not.toContain('warning');
});

test('a page, a redirect, silence and an endless answer end with a sentence', async () => {
  const page = await listOf(
    () =>
      new Response('<h1>Hi</h1>', {
        status: 502,
        headers: { 'content-type': 'text/html; charset=utf-8' },
      }),
  );
  expectFailure(page, /answers with text\/html instead of JSON \(status 502\)/);
  const moved = await listOf(() => Response.redirect('https://other.example/api/urls', 301));
  expectFailure(
    moved,
    `${moved.url} redirects to https://other.example: if that is your site, set BRISK_URL to it`,
  );
  const odd = await listOf(
    () => new Response(null, { status: 302, headers: { location: 'javascript:1' } }),
  );
  expectFailure(odd, /answers with a redirect \(status 302\), so it is no Brisk site/);
  const silent = await listOf(() => new Promise<Response>(() => undefined));
  expectFailure(silent, `${silent.url} did not answer within 2 s`);
  const half = await listOf(() => endless('', 100));
  expectFailure(half, `${half.url} did not answer within 2 s`);
  const huge = await listOf(() => endless(' '.repeat(2 ** 20), 0), 30);
  expectFailure(huge, `${huge.url} answers with more than 64 MB`);
});

test('a redirect is not followed, so that the token reaches no other address', async () => {
  const seen: string[] = [];
  using other = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      seen.push(request.url);
      return Response.json({ code: 200, msg: 'success', data: { total: 0, urls: [] } });
    },
  });
  for (const status of [301, 302, 303, 307, 308]) {
    const outcome = await listOf(() => Response.redirect(other.url.href, status));
    expectFailure(outcome, new RegExp(`redirects to ${RegExp.escape(other.url.origin)}: `));
  }
  expect(seen).toEqual([]);
});

test('JSON of another kind ends with a sentence and never commands the terminal', async () => {
  const answers: readonly (readonly [unknown, RegExp])[] = [
    ['no envelope', /is no Brisk site \(status 200\)/],
    [{ code: 200, msg: 'success', data: { urls: 'none' } }, /a form that this version of Brisk/],
    [{ code: 200, msg: 'success', data: { total: 1, urls: [{ id: 'x' }] } }, /a form that this/],
    [{ code: 500, msg: 'internal.error', data: null }, /the site failed: its log says why/],
    [{ code: 400, msg: 'toString', data: null }, /the site refuses this: toString \(400\)/],
    [{ code: 400, msg: '\u001b[2Jboo\u202e', data: null }, /refuses this: {2}?\[2Jboo \(400\)/],
    [
      { code: 400, msg: 'x', data: { issues: [{ field: 'a\u001b\nb', reason: '\u009b1mred\r' }] } },
      /^brisk: --a b: {1,2}1mred $/m,
    ],
  ];
  for (const [body, sentence] of answers) {
    const outcome = await listOf(() => Response.json(body));
    expectFailure(outcome, sentence);
  }
  const hostile = {
    id: 1,
    short_url: '\u001b]0;x\u0007\ud800',
    long_url: 'https://example.com/\u202egpj',
    title: '\u001b[31mred\nline',
    clicks: 1,
    pending_clicks: 0,
    state: 'live',
  };
  const data = { total: 1, urls: [hostile] };
  const { exitCode, stdout } = await listOf(() =>
    Response.json({ code: 200, msg: 'success', data }),
  );
  expect(exitCode).toBe(0);
  expect(stdout.trimEnd().split('\n')).toHaveLength(2);
  expect(stdout).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u);
});

function endless(text: string, pauseMs: number): Response {
  const chunk = new TextEncoder().encode(text === '' ? ' ' : text);
  const body = new ReadableStream({
    async pull(controller) {
      await Bun.sleep(pauseMs);
      controller.enqueue(chunk);
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}
