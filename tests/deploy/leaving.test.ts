import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBlankCode, isReservedCode } from '../../contracts/links/custom-code.ts';
import { joinCode } from '../../contracts/links/domain-code.ts';
import { parseLongUrl } from '../../contracts/links/long-url.ts';
import { writeStatic } from '../../server/export/leaving/write-leaving.ts';
import { findFreePort } from '../support/free-port.ts';
import { PATH } from '../support/project/deploy-files.ts';
import { seed } from '../support/random.ts';
import { seedLinks } from '../support/statistics/seed.ts';
import { openTestEngine } from '../support/test-engine.ts';
import { chooseForRun } from '../support/test-run.ts';
import { Dice } from '../torture/dice.ts';

/*
 * The static export before visitors, in nginx and Caddy. Only ports differ from what is written.
 */

const LINKS = chooseForRun(200, 10_000);
const STARTS_MAX = 5;
const directory = mkdtempSync(join(tmpdir(), 'brisk-leaving-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Signs that mean something in a file of a server. */
const signs = [
  ...Array.from('aB1-_.~^$*+!\'"`\\{}()[]<>|;:,=&@%'),
  '中',
  'é',
  '👍🏽',
  '{$HOME}',
  '${HOME}',
  '{env.HOME}',
  '$uri',
  '~^',
  '$&',
];

function drawText(dice: Dice): string {
  return Array.from({ length: 1 + dice.below(6) }, () => dice.pick(signs)).join('');
}

interface Link {
  readonly short_url: string;
  readonly long_url: string;
}

function drawLinks(): Link[] {
  const dice = new Dice(seed);
  const links = new Map<string, Link>();
  const add = (code: string, url: string): void => {
    const longUrl = parseLongUrl(url);
    const isCode = !isBlankCode(code) && !isReservedCode(code) && !/^\.+$/.test(code);
    if (longUrl !== null && isCode) links.set(code, { short_url: code, long_url: longUrl });
  };
  for (const code of [
    'AbC',
    'abc',
    'ABC',
    'Only',
    'Help/Intro',
    'help/intro',
    'help/Only',
    'default',
    'hostnames',
    'include',
    '{$HOME}',
    '{env.HOME}',
  ]) {
    add(code, `https://example.com/${code.length}`);
  }
  while (links.size < LINKS) {
    const [path, query, fragment] = [drawText(dice), drawText(dice), drawText(dice)];
    add(
      drawText(dice) + (dice.below(2) === 0 ? '' : links.size),
      `https://example.com/${path}?${query}#${fragment}`,
    );
  }
  return [...links.values()];
}

function toSeed(link: Link): Link {
  return { ...link, short_url: joinCode('', link.short_url) };
}

const links = drawLinks();
/** Links that are left out: elsewhere each would be more open. */
const left = [
  { short_url: 'left-password', routing: '{"password_hash":"$argon2id$x"}' },
  { short_url: 'left-limit', routing: '{"max_clicks":9}' },
  { short_url: 'left-rules', routing: '{"rules":[{"when":{},"target":"https://a.example/"}]}' },
  { short_url: 'left-start', routing: '{"starts_at":4000000000}' },
  { short_url: 'left-expiry', expires_at: 4_000_000_000 },
  { short_url: 'left-off', is_active: 0 },
  { short_url: 'go.example/left-domain' },
  { short_url: 'left-long', long_url: `https://example.com/${'x'.repeat(8000)}` },
];
const reports = new Map<string, { written: number; leftOut: Record<string, number> }>();

beforeAll(async () => {
  const dataDir = join(directory, 'data');
  mkdirSync(dataDir);
  const engine = await openTestEngine(dataDir);
  try {
    await seedLinks(engine, [...links.map(toSeed), ...left]);
    for (const { name, parts, report } of await writeStatic(engine)) {
      const chunks = await Array.fromAsync(parts);
      writeFileSync(join(directory, name), Buffer.concat(chunks));
      if (report === null) continue;
      const { written, leftOut } = report;
      reports.set(name, { written, leftOut: Object.fromEntries(leftOut) });
    }
  } finally {
    await engine.close();
  }
}, 300_000);

interface Server {
  readonly name: string;
  readonly file: string;
  /** Whether `ONLY` leads where `Only` leads. */
  readonly ignoresCase: boolean;
  command(port: number): Promise<readonly string[]>;
}

const servers: readonly Server[] = [
  {
    name: 'nginx',
    file: 'nginx-map.conf',
    ignoresCase: true,
    command(port) {
      const names = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      const paths = names.map((name) => `${name}_temp_path ${directory}/${name};`).join(' ');
      const site = `server { listen 127.0.0.1:${port}; include ${directory}/nginx-site.conf; }`;
      const main = `daemon off; worker_processes 1; pid ${directory}/nginx.pid; events {}`;
      const file = join(directory, 'nginx.conf');
      const map = `include ${directory}/nginx-map.conf;`;
      writeFileSync(file, `${main} http { access_log off; ${paths} ${map} ${site} }`);
      return Promise.resolve(['nginx', '-e', 'stderr', '-p', directory, '-c', file]);
    },
  },
  {
    name: 'Caddy',
    file: 'Caddyfile',
    ignoresCase: false,
    async command(port) {
      const text = await Bun.file(join(directory, 'Caddyfile')).text();
      const file = join(directory, 'Caddyfile.test');
      writeFileSync(
        file,
        `{\n\tadmin off\n}\n${text.replace('\n:80 {', `\nhttp://127.0.0.1:${port} {`)}`,
      );
      return ['caddy', 'run', '--adapter', 'caddyfile', '--config', file];
    },
  },
];

async function start(server: Server): Promise<{ child: Bun.Subprocess; port: number }> {
  for (let tries = 1; ; tries += 1) {
    const port = await findFreePort('127.0.0.1');
    const log = Bun.file(join(directory, `${server.name}.log`));
    const env = { ...process.env, PATH, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory };
    const child = Bun.spawn([...(await server.command(port))], {
      env,
      stdio: ['ignore', 'ignore', log],
    });
    while (child.exitCode === null) {
      const answer = await visit(port, 'no-such-code').catch(() => null);
      if (answer !== null) return { child, port };
      await Bun.sleep(20);
    }
    // Another process may have taken the port.
    if (tries === STARTS_MAX) throw new Error(`${server.name} ended: ${await log.text()}`);
  }
}

async function visit(port: number, path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/${path}`, { redirect: 'manual' });
  await answer.arrayBuffer();
  return `${answer.status} ${answer.headers.get('location') ?? ''}`;
}

describe.each(servers)('the redirects for $name', (server) => {
  let running: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    running = await start(server);
  }, 300_000);
  afterAll(async () => {
    running.child.kill();
    await running.child.exited;
  });

  test('lead each link to its exact target, with a slash at its end, too', async () => {
    const { port } = running;
    const queue = [...links];
    const wrong: unknown[] = [];
    let unwritable = 0;
    const work = async (): Promise<void> => {
      for (let link = queue.pop(); link !== undefined; link = queue.pop()) {
        const path = link.short_url.split('/').map(encodeURIComponent).join('/');
        const [plain, slashed] = [await visit(port, path), await visit(port, `${path}/`)];
        // Caddy has no form for these.
        const mayMiss = server.name === 'Caddy' && /\{\$|`/.test(link.short_url + link.long_url);
        if (plain === '404 ' && slashed === '404 ' && mayMiss) unwritable += 1;
        else if (plain !== `302 ${link.long_url}` || slashed !== plain)
          wrong.push({ ...link, plain, slashed });
      }
    };
    await Promise.all(Array.from({ length: 16 }, work));
    expect(wrong).toEqual([]);
    expect(reports.get(server.file)!.written).toBe(
      links.length - unwritable + (server.name === 'Caddy' ? 1 : 0),
    );
  }, 300_000);

  test('lead nowhere else', async () => {
    const { port } = running;
    for (const path of ['', 'no-such-code', ...left.slice(0, 6).map((link) => link.short_url)]) {
      expect([path, await visit(port, path)]).toEqual([path, '404 ']);
    }
    const other = await visit(port, 'ONLY');
    expect(other).toBe(server.ignoresCase ? '302 https://example.com/4' : '404 ');
  });
});

test('each file says how many links it leaves out, and why', () => {
  const closed = { password: 1, limit: 1, rules: 1, scheduled: 1, expiry: 1, off: 1, domain: 1 };
  for (const { written, leftOut } of reports.values()) {
    expect(leftOut).toMatchObject(closed);
    const total = Object.values(leftOut).reduce((sum, count) => sum + count, 0);
    expect(written + total).toBe(links.length + left.length);
  }
  expect(reports.get('nginx-map.conf')!.leftOut['unwritable']).toBe(1);
});
