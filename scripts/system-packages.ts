import { globSync } from 'node:fs';

interface SystemPackage {
  /** A file that exists when the package is installed. */
  readonly file: string;
  /** The programs that tests and benchmarks call by name. */
  readonly programs: readonly string[];
}

/** What tests and benchmarks need besides npm packages, by Debian package. */
const packages = {
  caddy: { file: '/usr/bin/caddy', programs: ['caddy'] },
  'chromium-headless-shell': { file: '/usr/bin/chromium-headless-shell', programs: [] },
  curl: { file: '/usr/bin/curl', programs: ['curl'] },
  fail2ban: { file: '/usr/bin/fail2ban-regex', programs: ['fail2ban-regex'] },
  'firefox-esr': { file: '/usr/bin/firefox-esr', programs: [] },
  'fonts-noto-cjk': {
    file: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
    programs: [],
  },
  haproxy: { file: '/usr/sbin/haproxy', programs: ['haproxy'] },
  'nginx-light': { file: '/usr/sbin/nginx', programs: ['nginx'] },
  openssl: { file: '/usr/bin/openssl', programs: ['openssl'] },
  postgresql: { file: '/usr/lib/postgresql/*/bin/postgres', programs: [] },
  python3: { file: '/usr/bin/python3', programs: ['python3'] },
  'python3-venv': { file: '/usr/lib/python3.*/ensurepip/__init__.py', programs: [] },
  strace: { file: '/usr/bin/strace', programs: ['strace'] },
  systemd: { file: '/usr/bin/systemd-analyze', programs: ['systemd-analyze'] },
  wrk: { file: '/usr/bin/wrk', programs: ['wrk'] },
} as const satisfies Readonly<Record<string, SystemPackage>>;

export type SystemPackageName = keyof typeof packages;

export const testPackages = [
  'caddy',
  'chromium-headless-shell',
  'curl',
  'fail2ban',
  'fonts-noto-cjk',
  'haproxy',
  'nginx-light',
  'openssl',
  'postgresql',
  'python3',
  'strace',
  'systemd',
] as const satisfies readonly SystemPackageName[];

/** `npm run test:all` also runs Firefox, and clients of other shorteners. */
export const allTestPackages = [
  ...testPackages,
  'firefox-esr',
  'python3-venv',
] as const satisfies readonly SystemPackageName[];

export const benchPackages = ['wrk'] as const satisfies readonly SystemPackageName[];

/**
 * Programs of the smallest Debian (`debootstrap --variant=minbase`), of a clone and of `npm start`.
 * Tests that need docker say in their titles when they did not run.
 */
const presentPrograms =
  'sh awk cat chmod chrt env head ipcrm kill mount nice readlink rm setpriv sleep taskset umount ' +
  'apt-get git node npm npx docker';

export function listPrograms(...names: readonly SystemPackageName[]): ReadonlySet<string> {
  return new Set([
    ...presentPrograms.split(' '),
    ...names.flatMap((name) => packages[name].programs),
  ]);
}

/** Installs missing packages as root on Debian. Elsewhere it throws with their names. */
export async function installSystemPackages(...names: readonly SystemPackageName[]): Promise<void> {
  const missing = names.filter((name) => globSync(packages[name].file).length === 0);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || Bun.which('apt-get') === null) {
    throw new Error(`this needs ${missing.join(' and ')}: install them first`);
  }
  // Standard output is for the results of benchmarks.
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
