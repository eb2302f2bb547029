import { globSync } from 'node:fs';

/** What tests and benchmarks need beside npm's packages: Debian's names, and a file that shows each is there. */
const packages = {
  caddy: '/usr/bin/caddy',
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
  'fonts-noto-cjk': '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  haproxy: '/usr/sbin/haproxy',
  'nginx-light': '/usr/sbin/nginx',
  openssl: '/usr/bin/openssl',
  postgresql: '/usr/lib/postgresql/*/bin/postgres',
  strace: '/usr/bin/strace',
  systemd: '/usr/bin/systemd-analyze',
  wrk: '/usr/bin/wrk',
} as const;

type SystemPackage = keyof typeof packages;

/** Installs those that are missing where we may: as root on Debian. Elsewhere it throws what to install. */
export async function installSystemPackages(...names: readonly SystemPackage[]): Promise<void> {
  const missing = names.filter((name) => globSync(packages[name]).length === 0);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || Bun.which('apt-get') === null) {
    throw new Error(`this needs ${missing.join(' and ')}: install them first`);
  }
  // Benchmarks print their result where others read it.
  console.error(`Installing ${missing.join(', ')}...`);
  await run(['apt-get', 'update', '-qq']);
  await run(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...missing]);
}

async function run(command: readonly string[]): Promise<void> {
  const { exited, stderr } = Bun.spawn([...command], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const errors = await new Response(stderr).text();
  if ((await exited) !== 0) throw new Error(`${command.join(' ')} failed:\n${errors}`);
}
