import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../server/config.ts';
import { findFault, listSettings, PATH, readDeployFile } from '../support/project/deploy-files.ts';

const directory = mkdtempSync(join(tmpdir(), 'brisk-deploy-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** A certificate and its key in one file, which nginx and HAProxy can read. */
const pem = join(directory, 'site.pem');
const wrapper = join(directory, 'nginx-wrapper.conf');

/** Programs that check their own kind of file, where installed. */
interface Checker {
  readonly file: string;
  /** The programs, and their Debian packages. */
  readonly tools: readonly string[];
  readonly packages: string;
  /** The file for a check here, without the names of another machine. */
  readonly at?: (text: string) => string;
  /** The command that checks the file. */
  readonly command: (file: string) => readonly string[];
  /** A text of the file, and a wrong one to replace it. */
  readonly damage: readonly [string, string];
}

const checkers: readonly Checker[] = [
  {
    file: 'brisk.service',
    tools: ['systemd-analyze'],
    packages: 'systemd',
    at: (unit) => unit.replace('=/usr/local/bin/brisk', `=${process.execPath}`),
    command: (file) => ['systemd-analyze', 'verify', file],
    damage: ['Restart=always', 'Restart=ever'],
  },
  {
    file: 'nginx.conf',
    tools: ['nginx', 'openssl'],
    packages: 'nginx-light and openssl',
    at: (site) =>
      site
        .replaceAll(/\/etc\/letsencrypt\S+\.pem/g, pem)
        // The check listens on the ports: IPv6 and low ports are not allowed everywhere.
        .replaceAll('[::]', '127.0.0.1')
        .replaceAll(/(?<=listen .*?)(80|443)\b/g, '42$1'),
    command(file) {
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${directory};`,
      );
      const http = `http { access_log off; ${paths.join(' ')} include ${file}; }`;
      writeFileSync(wrapper, `pid ${directory}/nginx.pid; events {} ${http}`);
      return ['nginx', '-t', '-q', '-p', directory, '-e', 'stderr', '-c', wrapper];
    },
    damage: ['least_conn;', 'most_conn;'],
  },
  {
    file: 'haproxy.cfg',
    tools: ['haproxy', 'openssl'],
    packages: 'haproxy and openssl',
    at: (text) =>
      text
        .replace('/etc/haproxy/go.example.com.pem', pem)
        .replaceAll(/(user|group) haproxy/g, '$1 root'),
    command: (file) => ['haproxy', '-c', '-q', '-f', file],
    damage: ['default_backend brisk', 'default_backend brusk'],
  },
  {
    file: 'Caddyfile',
    tools: ['caddy'],
    packages: 'caddy',
    command: (file) => ['caddy', 'validate', '--adapter', 'caddyfile', '--config', file],
    damage: ['health_uri', 'wealth_uri'],
  },
];

const asItIs = (text: string): string => text;
const isThere = (tool: string): boolean => Bun.which(tool, { PATH }) !== null;

for (const { file, tools, packages, at = asItIs, command, damage } of checkers) {
  const canRun = tools.every(isThere);
  const notRun = canRun ? '' : `: not run: it needs ${packages}`;
  const check = (text: string): string => {
    const place = join(directory, file);
    writeFileSync(place, at(text));
    return findFault(command(place), directory);
  };

  test.skipIf(!canRun)(
    `${tools[0]} accepts ${file}, and refuses a wrong one${notRun}`,
    () => {
      if (tools.includes('openssl')) createCertificate();
      const text = readDeployFile(file);
      expect(check(text)).toBe('');
      expect(text).toContain(damage[0]);
      expect(check(text.replace(...damage))).not.toBe('');
    },
    300_000,
  );
}

function createCertificate(): void {
  if (existsSync(pem)) return;
  const certificate = `${pem}.crt`;
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', pem];
  const subject = ['-subj', '/CN=go.example.com', '-out', certificate];
  expect(findFault(['openssl', 'req', '-x509', ...key, ...subject], directory)).toBe('');
  writeFileSync(pem, readFileSync(pem, 'utf8') + readFileSync(certificate, 'utf8'));
}

const canRate = isThere('systemd-analyze');
const notRated = canRate ? '' : ': not run: it needs systemd';
test.skipIf(!canRate)(
  `the unit restricts the server to a good rating of systemd-analyze${notRated}`,
  () => {
    const command = ['systemd-analyze', 'security', '--offline=1', '--threshold=20'];
    expect(findFault([...command, 'deploy/brisk.service'], directory)).toBe('');
  },
);

test('the server can read the settings of the unit, also the commented ones', () => {
  const lines = readDeployFile('brisk.env').matchAll(/^#?([A-Z_]+)=(.+)$/gm);
  const sample: Record<string, string> = {};
  for (const [, name, value] of lines) sample[name!] = value!;
  expect(listSettings()).toEqual(expect.arrayContaining(Object.keys(sample)));
  expect(readConfig(sample)).toMatchObject({ host: '127.0.0.1', dataDir: '/var/lib/brisk' });
  expect(readDeployFile('brisk.service')).toContain('StateDirectory=brisk\n');
});

test('the docs explain each deployment file and each metric to watch', () => {
  const text = readFileSync('docs/operations.md', 'utf8');
  for (const file of readdirSync('deploy')) expect(text).toContain(file);
  const metrics = text.match(/\bbrisk_[a-z_]+/g) ?? [];
  expect(metrics.length).toBeGreaterThan(3);
  const page = readFileSync('docs/status.md', 'utf8');
  for (const metric of metrics) expect(page).toContain(metric);
});
