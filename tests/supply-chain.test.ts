import { Database } from 'bun:sqlite';
import { afterEach, expect, spyOn, test } from 'bun:test';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../server/engine/sqlite/sqlite.ts';
import lockfile from '../package-lock.json' with { type: 'json' };
import packageJson from '../package.json' with { type: 'json' };
import docsLockfile from '../docs/package-lock.json' with { type: 'json' };
import docsPackageJson from '../docs/package.json' with { type: 'json' };
import clientsPackageJson from './clients/package.json' with { type: 'json' };
import clientsLockfile from './clients/package-lock.json' with { type: 'json' };

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
}

function listLocked({ packages }: { readonly packages: object }): [string, LockedPackage][] {
  return Object.entries<LockedPackage>({ ...packages }).filter(([path]) => path !== '');
}

const locked = listLocked(lockfile);
const lockedForDocs = listLocked(docsLockfile);
const lockedClients = listLocked(clientsLockfile);

/** The fault of a package's pin; null when it has none. */
function findFault({ version, resolved, integrity, link }: LockedPackage): string | null {
  if (link === true || version === undefined) return 'not from a registry';
  if (!/^sha512-[\w+/]{86}==$/.test(integrity ?? '')) return 'no SHA-512';
  return resolved === undefined || resolved.startsWith('https://') ? null : 'not by https';
}

test('the lockfile has the SHA-512 of every package, and only registry packages', () => {
  expect(lockfile.lockfileVersion).toBe(3);
  expect(locked.length).toBeGreaterThan(100);
  const faults = [...locked, ...lockedForDocs, ...lockedClients].flatMap(([path, entry]) => {
    const fault = findFault(entry);
    return fault === null ? [] : [`${path}: ${fault}`];
  });
  expect(faults).toEqual([]);
});

test('a package without SHA-512 is found', () => {
  const [, sound] = locked.find(([, { integrity }]) => integrity !== undefined)!;
  expect(findFault(sound)).toBeNull();
  const { integrity, ...bare } = sound;
  expect(findFault(bare)).toBe('no SHA-512');
  expect(findFault({ ...bare, integrity: integrity!.replace('sha512', 'sha1') })).toBe(
    'no SHA-512',
  );
  expect(findFault({ ...sound, resolved: 'http://a.example/x.tgz' })).toBe('not by https');
  expect(findFault({ ...sound, resolved: 'git+ssh://a.example/x.git' })).toBe('not by https');
  expect(findFault({ link: true })).toBe('not from a registry');
});

test('package.json asks for one exact version of each package, the one in the lockfile', () => {
  const asked = { ...packageJson.dependencies, ...packageJson.devDependencies };
  const versions = new Map(locked.map(([path, { version }]) => [path, version]));
  for (const [name, version] of Object.entries(asked)) {
    // A package may have another name here.
    const exact = version.replace(/^npm:.+@/, '');
    expect([name, versions.get(`node_modules/${name}`)]).toEqual([name, exact]);
  }
  for (const [name, version] of Object.entries(docsPackageJson.devDependencies)) {
    const entry = lockedForDocs.find(([path]) => path === `node_modules/${name}`);
    expect([name, entry?.[1].version]).toEqual([name, version]);
  }
  for (const [name, version] of Object.entries(clientsPackageJson.dependencies)) {
    const entry = lockedClients.find(([path]) => path === `node_modules/${name}`);
    expect([name, entry?.[1].version]).toEqual([name, version]);
  }
  const lists = globSync('tests/clients/requirements*.txt');
  expect(lists.length).toBeGreaterThan(1);
  const packages = lists.flatMap((list) => readFileSync(list, 'utf8').split(/\n(?=\S)/));
  for (const pinned of packages) {
    expect(pinned).toMatch(/^[\w-]+==[\w.]+( \\\n {4}--hash=sha256:[\da-f]{64})+\n?$/);
  }
  // The tools of the docs install without scripts, as some of their packages have some.
  expect(readFileSync('docs/.npmrc', 'utf8')).toBe('ignore-scripts=true\n');
});

test('what runs needs no TypeScript, and no package with a file for each icon', () => {
  const installed = locked.filter(([, { dev }]) => dev !== true).map(([path]) => path);
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter((path) => /typescript|tabler/.test(path))).toEqual([]);
});

test('no package runs a script at installation', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
  const installs = readFileSync('scripts/bun', 'utf8').match(/^\s*npm .*$/gm) ?? [];
  expect(installs).toHaveLength(1);
  expect(installs[0]).toContain('npm ci --ignore-scripts');
  expect(Object.keys(packageJson.scripts).filter((name) => /install|prepare/.test(name))).toEqual(
    [],
  );
});

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** Makes SQLite report another version. */
function pretendVersion(version: string): void {
  const real = Reflect.get(Database.prototype, 'query') as (sql: string) => unknown;
  const spy = spyOn(Database.prototype, 'query').mockImplementation(function query(
    this: Database,
    sql: string,
  ) {
    const isAsked = sql.includes('sqlite_version()');
    return (isAsked ? { get: () => ({ version }) } : Reflect.apply(real, this, [sql])) as never;
  });
  cleanups.push(() => spy.mockRestore());
}

test.each([
  ['3.51.2', false],
  ['3.9.0', false],
  ['3.51.3', true],
  ['3.100.0', true],
  ['4.0.0', true],
])('SQLite %s opens a database: %p', async (version, opens) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-version-'));
  cleanups.push(() => rmSync(dataDir, { recursive: true }));
  pretendVersion(version);
  const opening = openSqlite(dataDir).then((engine) => engine.close());
  const fault = await opening.then(
    () => null,
    (error: unknown) => (error as Error).message,
  );
  expect(fault).toBe(opens ? null : `SQLite ${version} is too old: 3.51.3 or later is needed`);
});
