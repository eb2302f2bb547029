import { expect, test } from 'bun:test';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/**
 * The rooms of the house and which others each may import. A room is the longest of these paths
 * that a file lies in or is; everything else between two rooms is a wrong arrow.
 */
const arrows: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  'server/engine': [],
  'server/http': ['contracts', 'server/engine'],
  'server/search': ['server/engine'],
  'server/tags': ['contracts', 'server/http', 'server/engine'],
  // Calls to hosts of others, within limits.
  'server/outgoing': [],
  'server/links': [
    'contracts',
    'server/http',
    'server/engine',
    'server/outgoing',
    'server/search',
    'server/stats',
    'server/tags',
  ],
  'server/clicks': ['contracts', 'server/http', 'server/engine', 'server/stats'],
  'server/account': ['contracts', 'server/http', 'server/engine'],
  'server/stats': ['contracts', 'server/http', 'server/engine', 'server/outgoing'],
  'server/site': ['contracts', 'server/http', 'server/engine', 'server/outgoing'],
  // Takes connections; what to answer it is told.
  'server/front': [],
  'server/redirect': [
    'contracts',
    'server/engine',
    'server/links',
    'server/clicks',
    'server/site',
    'server/front',
  ],
  // Where a link leads, for who asks before following it.
  'server/preview': [
    'contracts',
    'server/http',
    'server/engine',
    'server/links',
    'server/redirect',
    'server/site',
  ],
  // Processes that share the port with the server.
  'server/workers': [
    'contracts',
    'server/http',
    'server/engine',
    'server/clicks',
    'server/site',
    'server/failure-log.ts',
    'server/front',
    'server/heartbeat.ts',
    'server/redirect',
  ],
  'server/docs': ['contracts', 'server/http'],
  'server/status': ['contracts', 'server/http', 'server/engine'],
  // Whether a process that works for the server is alive.
  'server/heartbeat.ts': [],
  // What every process of the server writes down.
  'server/failure-log.ts': [],
  // How much of a processor is left to others.
  'server/priority.ts': [],
  // This program in a process of its own, working for the server.
  'server/own-command.ts': ['server/http', 'server/engine', 'server/heartbeat.ts'],
  'server/import': [
    'contracts',
    'server/http',
    'server/engine',
    'server/links',
    'server/own-command.ts',
    'server/tags',
  ],
  'server/export': ['contracts', 'server/http', 'server/engine', 'server/stats', 'server/tags'],
  'server/backup': [
    'contracts',
    'server/http',
    'server/engine',
    'server/account',
    'server/clicks',
    'server/own-command.ts',
  ],
  // A process beside the server that counts clicks and reads statistics.
  'server/background': [
    'contracts',
    'server/http',
    'server/engine',
    'server/clicks',
    'server/stats',
    'server/config.ts',
    'server/heartbeat.ts',
    'server/failure-log.ts',
    'server/own-command.ts',
    'server/priority.ts',
  ],
  'server/move': ['server/engine', 'server/clicks'],
  'server/config.ts': ['contracts', 'server/http', 'server/engine'],
  'server/version.ts': ['package.json'],
  'server/app.ts': [
    'server/outgoing',
    'contracts',
    'server/http',
    'server/engine',
    'server/search',
    'server/tags',
    'server/links',
    'server/clicks',
    'server/account',
    'server/background',
    'server/site',
    'server/docs',
    'server/import',
    'server/export',
    'server/backup',
    'server/status',
    'server/stats',
    'server/config.ts',
    'server/failure-log.ts',
    'server/own-command.ts',
    'server/version.ts',
    'server/visits.ts',
    'server/workers',
  ],
  // What a visit to a short link can end with.
  'server/visits.ts': [
    'contracts',
    'server/http',
    'server/engine',
    'server/clicks',
    'server/config.ts',
    'server/preview',
    'server/redirect',
    'server/site',
    'server/stats',
  ],
  'server/serve.ts': [
    'server/app.ts',
    'server/config.ts',
    'server/engine',
    'server/failure-log.ts',
    'server/front',
    'server/links',
    'server/own-command.ts',
    'server/workers',
  ],
  // The commands that work on a site without serving it.
  'server/maintenance.ts': [
    'contracts',
    'server/config.ts',
    'server/engine',
    'server/account',
    'server/clicks',
    'server/import',
    'server/export',
    'server/backup',
    'server/move',
    'server/stats',
    'server/own-command.ts',
  ],
  'server/main.ts': [
    'contracts',
    'server/serve.ts',
    'server/maintenance.ts',
    'server/import',
    'server/heartbeat.ts',
    'server/own-command.ts',
    'server/priority.ts',
    'server/config.ts',
    'server/version.ts',
    'server/workers',
    'server/background',
  ],
  'web/ui': [],
  'web/locales': ['contracts', 'web'],
  // The QR code of a link, which several features show.
  'web/qr': ['contracts', 'web', 'web/ui'],
  // The field for tags, which several features show.
  'web/tags': ['contracts', 'web', 'web/ui'],
  'web/home': ['contracts', 'web', 'web/ui', 'web/links', 'web/qr'],
  'web/links': ['contracts', 'web', 'web/ui', 'web/qr', 'web/tags'],
  'web/account': ['contracts', 'web', 'web/ui'],
  'web/site': ['contracts', 'web', 'web/ui'],
  'web/import': ['contracts', 'web', 'web/ui'],
  // The palette logs out as the account menu does.
  'web/palette': ['contracts', 'web', 'web/ui', 'web/account'],
  'web/stats': ['contracts', 'web', 'web/ui', 'web/qr'],
  // The page of a link shows its statistics, what the list can do with it, and its QR code.
  'web/link': ['contracts', 'web', 'web/ui', 'web/links', 'web/qr', 'web/stats', 'web/tags'],
  // The frame of the admin area lists the inner pages of all features.
  'web/admin': [
    'contracts',
    'web',
    'web/ui',
    'web/account',
    'web/links',
    'web/site',
    'web/import',
    'web/palette',
    'web/stats',
  ],
  'web/docs': ['contracts', 'web', 'web/ui'],
  web: [
    'contracts',
    'package.json',
    'web/ui',
    'web/locales',
    'web/home',
    'web/links',
    'web/account',
    'web/docs',
    'web/admin',
    'web/link',
    'web/stats',
  ],
  'package.json': [],
};

/** What each room may take from npm or the runtime; rooms that are not named may take anything. */
const packages: Readonly<Record<string, RegExp>> = {
  contracts: /^zod$/,
  'web/ui': /^(react|@mantine|@tabler|@tanstack)/,
};

const rooms = Object.keys(arrows).sort((a, b) => b.length - a.length);

interface Arrow {
  readonly from: string;
  readonly to: string;
}

function roomOf(file: string): string {
  const room = rooms.find((room) => file === room || file.startsWith(`${room}/`));
  if (room === undefined) throw new Error(`${file} lies in no room`);
  return room;
}

/** The import arrows of a source text, as paths from the root, or bare names. */
function readArrows(file: string, source: string): Arrow[] {
  const imports = new Bun.Transpiler({ loader: file.endsWith('x') ? 'tsx' : 'ts' });
  const specifiers = new Set(imports.scanImports(source).map(({ path }) => path));
  // The transpiler drops imports of types only, which are arrows like any other.
  for (const [, path] of source.matchAll(/^(?:import|export) [^;]*?from '([^']+)'/gm)) {
    specifiers.add(path!);
  }
  return [...specifiers].map((path) => ({
    from: file,
    to: path.startsWith('.') ? normalize(join(dirname(file), path)) : path,
  }));
}

/** The sentences that describe what is wrong with an arrow. */
function judge({ from, to }: Arrow): string[] {
  const room = roomOf(from);
  const inside = /^(contracts|server|web|package\.json)/.test(to);
  if (!inside) {
    if (room !== 'server/engine' && /^(bun:sqlite|pg)$/.test(to)) {
      return [`${from}: only server/engine names the database, not ${room} (${to})`];
    }
    const allowed = packages[room];
    return allowed === undefined || allowed.test(to) ? [] : [`${from}: ${room} may not take ${to}`];
  }
  const target = roomOf(to);
  return target === room || arrows[room]!.includes(target)
    ? []
    : [`${from}: ${room} may not import ${target} (${to})`];
}

const sources = globSync('{contracts,server,web}/**/*.{ts,tsx}').filter(
  (file) => !/\.(test|config|d)\.tsx?$/.test(file),
);

test('every import follows the rules of CONTRIBUTING.md', () => {
  expect(sources.length).toBeGreaterThan(40);
  expect(sources.flatMap((file) => wrong(file, readFileSync(file, 'utf8')))).toEqual([]);
});

/** What is wrong with a file of the given text. */
function wrong(file: string, source: string): string[] {
  return readArrows(file, source).flatMap(judge);
}

test('a forbidden import is found', () => {
  expect(wrong('server/links/x.ts', "import { a } from '../account/account.ts';")).toHaveLength(1);
  expect(wrong('server/engine/x.ts', "import type { A } from '../http/problem.ts';")).toHaveLength(
    1,
  );
  expect(wrong('server/links/x.ts', "import { Database } from 'bun:sqlite';")).toHaveLength(1);
  expect(wrong('contracts/x.ts', "import { Hono } from 'hono';")).toHaveLength(1);
  expect(wrong('web/account/x.tsx', "import { a } from '../links/a.tsx';")).toHaveLength(1);
  expect(wrong('web/home/x.tsx', "const a = await import('../../server/app.ts');")).toHaveLength(1);
});

test('no file is longer than 400 lines, and half are under 80', () => {
  const lengths = sources
    .filter((file) => !file.includes('/locales/'))
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length }))
    .sort((a, b) => a.lines - b.lines);
  expect(lengths.filter(({ lines }) => lines > 400)).toEqual([]);
  expect(lengths[Math.floor(lengths.length * 0.5)]!.lines).toBeLessThanOrEqual(80);
  expect(lengths[Math.floor(lengths.length * 0.95)]!.lines).toBeLessThanOrEqual(250);
});
