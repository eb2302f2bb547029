import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToken } from '../../contracts/account.ts';
import { addDomain } from '../../contracts/domains.ts';
import { createLink } from '../../contracts/links/links.ts';
import { findFault, PATH, readDeployFile } from '../support/project/deploy-files.ts';
import { openSetUpSite } from '../journeys/set-up-site.ts';
import { findFreePort } from '../support/free-port.ts';

/*
 * The proxies as shipped, each before a site. Only ports, certificates and node addresses differ.
 */

const directory = mkdtempSync(join(tmpdir(), 'brisk-proxies-'));
const pem = join(directory, 'site.pem');

const LONG_URL = `https://example.com/?q=${'q'.repeat(8192 - 23)}`;
const COOKIE = `c=${'c'.repeat(16 * 1024 - 2)}`;

const HOST = 'go.example';

const STARTS_MAX = 5;

let site: Awaited<ReturnType<typeof openSetUpSite>>;
let apiToken = '';
beforeAll(async () => {
  site = await openSetUpSite({ env: { TRUSTED_PROXIES: '127.0.0.0/8' } });
  await site.call(addDomain, { host: HOST }, site.token);
  const { data } = await site.call(createToken, {}, site.token);
  apiToken = (data as { token: string }).token;
  const further = { long_url: 'https://example.com/', domain: HOST, short_url: 'a', title: 'x' };
  expect((await site.call(createLink, further, site.token)).code).toBe(200);
  const link = { long_url: LONG_URL, short_url: 'long', title: 'x' };
  expect((await site.call(createLink, link, site.token)).code).toBe(200);
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true });
});

const sitePort = (): string => new URL(site.url).port;

/** Ports for http, for https, and for the proxy's own question about a host. */
type Ports = readonly [http: number, https: number, ask: number];

async function findPorts(): Promise<Ports> {
  const host = '127.0.0.1';
  return [await findFreePort(host), await findFreePort(host), await findFreePort(host)];
}

function createCertificate(): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', pem];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const out = ['-out', `${pem}.crt`];
  expect(findFault(['openssl', 'req', '-x509', ...key, ...subject, ...out], directory)).toBe('');
  writeFileSync(pem, readFileSync(pem, 'utf8') + readFileSync(`${pem}.crt`, 'utf8'));
}

interface Proxy {
  readonly name: string;
  /** Writes the file for these ports; returns the command of the proxy. */
  command(ports: Ports, node: string): readonly string[];
}

function write(name: string, text: string): string {
  const place = join(directory, name);
  writeFileSync(place, text);
  return place;
}

function nginxCommand(servers: string): readonly string[] {
  const names = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = names.map((name) => `${name}_temp_path ${directory}/${name};`).join(' ');
  const main = `daemon off; worker_processes 1; pid ${directory}/nginx.pid; events {}`;
  const whole = `${main} http { access_log off; ${paths} ${servers} }`;
  return ['nginx', '-e', 'stderr', '-p', directory, '-c', write('nginx-main.conf', whole)];
}

const proxies: readonly Proxy[] = [
  {
    name: 'nginx',
    command([http, https], node) {
      const file = write(
        'nginx.conf',
        readDeployFile('nginx.conf')
          .replaceAll(/\/etc\/letsencrypt\S+\.pem/g, pem)
          .replaceAll(/^.*listen \[::\].*\n/gm, '')
          .replace('listen 80;', `listen 127.0.0.1:${http};`)
          .replace('listen 443 ', `listen 127.0.0.1:${https} `)
          .replaceAll(/10\.0\.0\.1[12]:3080/g, node),
      );
      return nginxCommand(`include ${file};`);
    },
  },
  {
    name: 'haproxy',
    command([http, https], node) {
      const file = write(
        'haproxy.cfg',
        readDeployFile('haproxy.cfg')
          .replace('/etc/haproxy/go.example.com.pem', pem)
          .replaceAll(/^ +(user|group) haproxy\n/gm, '')
          .replace('/run/haproxy/admin.sock', join(directory, 'admin.sock'))
          .replace('bind :80', `bind 127.0.0.1:${http}`)
          .replace('bind :443', `bind 127.0.0.1:${https}`)
          .replaceAll(/10\.0\.0\.1[12]:3080/g, node),
      );
      return ['haproxy', '-db', '-f', file];
    },
  },
  {
    name: 'caddy',
    command: (ports, node) => writeCaddyCommand(ports, node, `http://${node}/api/domains/ask`),
  },
  {
    // As before nodes on other machines.
    name: 'caddy with a token',
    command: (ports, node) => writeCaddyCommand(ports, node, null),
  },
];

/** `ask` is the call for a Brisk on the same machine. */
function writeCaddyCommand([http, https, askPort]: Ports, node: string, ask: string | null) {
  const text = readDeployFile('Caddyfile')
    .replace(
      '\n{\n',
      `\n{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tskip_install_trust\n`,
    )
    .replace('{$SITE:go.example.com} {', `localhost {\n\ttls ${pem}.crt ${pem}`)
    .replaceAll('{$NODES:10.0.0.11:3080 10.0.0.12:3080}', node)
    // No authority of the internet signs certificates for tests.
    .replace('\t\ton_demand\n', '\t\ton_demand\n\t\tissuer internal\n')
    .replaceAll('127.0.0.1:2018', `127.0.0.1:${askPort}`)
    .replace('{$BRISK_TOKEN:none}', apiToken)
    .replace(/\{\$ASK:(\S+)\}/, ask ?? '$1');
  return ['caddy', 'run', '--adapter', 'caddyfile', '--config', write('Caddyfile', text)];
}

interface Running {
  readonly ports: Ports;
  readonly child: Bun.Subprocess;
  readonly log: Bun.BunFile;
}

/** Tries other ports when the proxy ends, as another process may have taken one. */
async function start(proxy: Proxy): Promise<Running> {
  for (let tries = 1; ; tries += 1) {
    const running = run(proxy, await findPorts());
    if (await isServing(running)) return running;
    if (tries === STARTS_MAX) throw new Error(`${proxy.name} ended: ${await running.log.text()}`);
  }
}

function run(proxy: Proxy, ports: Ports): Running {
  const command = [...proxy.command(ports, new URL(site.url).host)];
  const home = join(directory, proxy.name);
  mkdirSync(home, { recursive: true });
  const env = { ...process.env, PATH, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  const log = Bun.file(join(home, 'log'));
  return { ports, log, child: Bun.spawn(command, { env, stdio: ['ignore', 'ignore', log] }) };
}

/** Resolves to true when a visitor gets through, or to false when the proxy ended. */
async function isServing({ ports, child }: Running): Promise<boolean> {
  for (;;) {
    const answer = await visit(ports[1], '/healthz').catch(() => null);
    if (answer?.status === 200) return true;
    if (child.exitCode !== null) return false;
    await Bun.sleep(20);
  }
}

function visit(port: number, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`https://localhost:${port}${path}`, {
    redirect: 'manual',
    tls: { rejectUnauthorized: false },
    ...init,
  } as RequestInit);
}

/** The start of the answer to a visit of a host; rejects without a certificate for it. */
function visitHost(port: number, servername: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ port, host: '127.0.0.1', servername, rejectUnauthorized: false });
    socket.on('error', reject);
    socket.on('secureConnect', () => {
      socket.write(`GET /a HTTP/1.1\r\nHost: ${servername}\r\nConnection: close\r\n\r\n`);
    });
    socket.on('data', (bytes) => {
      resolve(bytes.toString());
      socket.destroy();
    });
    socket.on('close', () => reject(new Error('closed')));
  });
}

/** The head of an answer over HTTP/2. */
function visitHttp2(
  port: number,
  headers: Record<string, string>,
): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const session = connectHttp2(`https://localhost:${port}`, { rejectUnauthorized: false });
    session.on('error', reject);
    const stream = session.request(headers);
    stream.on('error', reject);
    stream.on('response', (answer) => {
      resolve({ ...answer });
      stream.close();
      session.close();
    });
    stream.end();
  });
}

/** nginx with nothing but the address of the site. */
const plainNginx: Proxy = {
  name: 'plain nginx',
  command([http, https], node) {
    const listen = `listen 127.0.0.1:${http}; listen 127.0.0.1:${https} ssl;`;
    const tls = `ssl_certificate ${pem}; ssl_certificate_key ${pem};`;
    return nginxCommand(`server { ${listen} ${tls} location / { proxy_pass http://${node}; } }`);
  },
};

test('a plain proxy_pass of nginx shows visitors neither metrics nor domains', async () => {
  createCertificate();
  const { ports, child } = await start(plainNginx);
  try {
    for (const path of ['/metrics', `/api/domains/ask?domain=${HOST}`]) {
      const local = await fetch(`${site.url}${path}`);
      const visitor = await visit(ports[1], path);
      expect([path, local.status, visitor.status]).toEqual([path, 200, 401]);
    }
  } finally {
    child.kill();
    await child.exited;
  }
}, 300_000);

describe.each(proxies)('$name as shipped', (proxy) => {
  let ports: Ports;
  let running: Running;
  beforeAll(async () => {
    createCertificate();
    running = await start(proxy);
    ({ ports } = running);
  }, 300_000);
  afterAll(async () => {
    running.child.kill();
    await running.child.exited;
  });

  test('redirects visitors with a long cookie to a URL of 8,192 characters', async () => {
    const headers = { cookie: COOKIE };
    const { status, headers: answer } = await visit(ports[1], '/long', { headers });
    expect([status, answer.get('location')]).toEqual([302, LONG_URL]);
  });

  test('redirects the same over HTTP/2', async () => {
    const answer = await visitHttp2(ports[1], { ':path': '/long', cookie: COOKIE });
    expect([answer[':status'], answer['location']]).toEqual([302, LONG_URL]);
  });

  test('lets a long URL through in a query and in a body', async () => {
    const authorization = `Bearer ${site.token}`;
    const headers = { authorization, cookie: COOKIE };
    const query = new URLSearchParams({ q: LONG_URL });
    const listed = await visit(ports[1], `/api/urls?page=1&limit=10&${query.toString()}`, {
      headers,
    });
    expect(await listed.json()).toMatchObject({ code: 200 });
    const visited = await visit(ports[1], `/long?utm_source=${'%C3%A4'.repeat(1365)}`, { headers });
    expect([visited.status, visited.headers.get('location')]).toEqual([302, LONG_URL]);
    const body = new URLSearchParams({ long_url: `${LONG_URL.slice(0, -1)}x`, title: 'x' });
    const made = await visit(ports[1], '/api/shorten_url', { method: 'POST', headers, body });
    expect(await made.json()).toMatchObject({ code: 200 });
  });

  test('passes the name of a further domain', async () => {
    expect(await visitHost(ports[1], HOST)).toMatch(/\nlocation: https:\/\/example\.com\/\r\n/i);
    // Caddy asks whether it may obtain a certificate.
    const foreign = await visitHost(ports[1], 'foreign.example').catch((error: Error) => error);
    expect(foreign instanceof Error).toBe(proxy.name.startsWith('caddy'));
  });

  test('passes a refused prefetch, and keeps the node', async () => {
    const headers = { 'sec-purpose': 'prefetch' };
    for (let times = 0; times < 5; times += 1) {
      const refused = await visit(ports[1], '/long', { headers });
      expect([refused.status, refused.headers.get('location')]).toEqual([503, null]);
      expect(refused.headers.get('cache-control')).toBe('no-store');
      expect((await visit(ports[1], '/long')).status).toBe(302);
    }
  });

  test('shows visitors neither metrics nor domains, whatever host they call', async () => {
    const authorization = `Bearer ${apiToken}`;
    for (const path of ['/metrics', `/api/domains/ask?domain=${HOST}`]) {
      for (const host of ['localhost', `localhost:${sitePort()}`, `127.0.0.1:${sitePort()}`]) {
        const visitor = await visit(ports[1], path, { headers: { host } });
        expect([path, host, visitor.status]).toEqual([path, host, 401]);
      }
    }
    expect((await visit(ports[1], '/metrics', { headers: { authorization } })).status).toBe(200);
  });

  test('redirects http to https', async () => {
    const answer = await fetch(`http://localhost:${ports[0]}/long`, { redirect: 'manual' });
    expect(answer.status).toBe(308);
    expect(answer.headers.get('location')).toStartWith('https://');
  });
});
