import { expect, test } from 'bun:test';
import {
  findRing,
  listSources,
  readArrows,
  readImports,
  type Arrow,
} from './support/project/imports.ts';
import { statisticsArrows } from './support/project/statistics-arrows.ts';

/** What every feature may import. */
const feature = [
  'contracts',
  'server/access',
  'server/audit',
  'server/http',
  'server/engine',
  'server/feature.ts',
];

/**
 * The rooms and the rooms that each may import. The longest matching path is a file's room. Any
 * other import between rooms is forbidden.
 */
const arrows: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  'server/engine': ['contracts/*.constants.ts'],
  // What a feature adds to the server.
  'server/feature.ts': ['server/http'],
  'server/http': ['contracts', 'server/engine'],
  // Which links a caller reads and changes.
  'server/access': ['server/audit', 'server/http'],
  'server/audit': ['contracts', 'server/http', 'server/engine'],
  // Each translates a protocol and decides nothing; only the app imports them.
  'server/faces': ['contracts', 'server/http', 'server/links'],
  'server/search': ['server/engine', 'server/feature.ts'],
  'server/tags': feature,
  'server/domains': [...feature, 'server/outgoing'],
  'server/outgoing': [],
  'server/links': [
    ...feature,
    'server/domains',
    'server/outgoing',
    'server/search',
    'server/stats/ingest',
    'server/tags',
  ],
  'server/clicks': [
    'contracts',
    'server/engine',
    'server/stats/classify',
    'server/stats/ingest',
    'server/stats/live',
    'server/feature.ts',
  ],
  'server/account': feature,
  ...statisticsArrows,
  'server/site': [...feature, 'server/outgoing'],
  // Takes connections; other rooms provide the answers.
  'server/front': [],
  'server/redirect': [
    'contracts',
    'server/engine',
    'server/links',
    'server/clicks',
    'server/domains',
    'server/site',
    'server/front',
    'server/http',
    'server/stats/classify',
  ],
  // The preview of a link.
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
    'server/domains',
    'server/site',
    'server/failure-log.ts',
    'server/front',
    'server/heartbeat.ts',
    'server/redirect',
  ],
  'server/docs': ['contracts', 'server/http', 'server/feature.ts'],
  'server/status': ['contracts', 'server/http', 'server/engine', 'server/feature.ts'],
  // Checks whether a process of the server is alive.
  'server/heartbeat.ts': [],
  // The log of every process of the server.
  'server/failure-log.ts': [],
  // Yields the processor to other processes.
  'server/priority.ts': [],
  // This program as a child process of the server.
  'server/own-command.ts': ['server/http', 'server/engine', 'server/heartbeat.ts'],
  'server/import': [
    ...feature,
    'server/domains',
    'server/links',
    'server/own-command.ts',
    'server/tags',
  ],
  'server/export': [
    ...feature,
    'server/stats/dimension-tables.ts',
    'server/stats/ingest',
    'server/stats/warehouse',
    'server/tags',
  ],
  'server/backup': [...feature, 'server/account', 'server/clicks', 'server/own-command.ts'],
  // The background process, which counts clicks and reads statistics.
  'server/background': [
    'contracts',
    'server/http',
    'server/engine',
    'server/clicks',
    ...Object.keys(statisticsArrows),
    'server/config.ts',
    'server/heartbeat.ts',
    'server/failure-log.ts',
    'server/own-command.ts',
    'server/priority.ts',
    'server/feature.ts',
  ],
  'server/move': ['server/engine', 'server/clicks'],
  'server/config.ts': ['contracts', 'server/http', 'server/engine'],
  'server/version.ts': ['package.json'],
  // Only here do the features meet.
  'server/features.ts': [
    'server/access',
    'server/engine',
    'server/http',
    'server/feature.ts',
    'server/search',
    'server/tags',
    'server/outgoing',
    'server/links',
    'server/clicks',
    'server/account',
    'server/stats',
    'server/stats/classify',
    'server/domains',
    'server/site',
    'server/docs',
    'server/status',
    'server/import',
    'server/export',
    'server/backup',
    'server/background',
    'server/own-command.ts',
    'server/redirect',
    'server/config.ts',
    'server/version.ts',
  ],
  // Joins what the features add.
  'server/app.ts': [
    'server/audit',
    'server/faces',
    'server/engine',
    'server/http',
    'server/feature.ts',
    'server/links',
    'server/clicks',
    'server/site',
    'server/failure-log.ts',
    'server/config.ts',
    'server/features.ts',
    'server/visits',
  ],
  'server/jobs.ts': ['server/engine', 'server/feature.ts', 'server/failure-log.ts'],
  'server/visits': [
    'contracts',
    'server/account',
    'server/http',
    'server/engine',
    'server/clicks',
    'server/config.ts',
    'server/domains',
    'server/preview',
    'server/redirect',
    'server/site',
    'server/stats/unknown-codes',
  ],
  'server/listen.ts': [
    'server/front',
    'server/failure-log.ts',
    'server/config.ts',
    'server/app.ts',
  ],
  'server/stop.ts': [
    'server/engine',
    'server/links',
    'server/front',
    'server/workers',
    'server/failure-log.ts',
    'server/app.ts',
    'server/listen.ts',
  ],
  'server/serve.ts': [
    'server/engine',
    'server/links',
    'server/front',
    'server/workers',
    'server/failure-log.ts',
    'server/own-command.ts',
    'server/config.ts',
    'server/app.ts',
    'server/jobs.ts',
    'server/listen.ts',
    'server/stop.ts',
  ],
  // Commands that work on a site without serving it.
  'server/maintenance.ts': [
    'contracts',
    'server/audit',
    'server/config.ts',
    'server/engine',
    'server/account',
    'server/clicks',
    'server/import',
    'server/export',
    'server/backup',
    'server/move',
    'server/site',
    'server/stats/classify',
    'server/stats/ingest',
    'server/stats/warehouse',
    'server/own-command.ts',
  ],
  // The commands of the command line.
  'server/commands': [
    'server/engine',
    'contracts',
    'server/heartbeat.ts',
    'server/priority.ts',
    'server/own-command.ts',
    'server/import',
    'server/workers',
    'server/background',
    'server/config.ts',
    'server/version.ts',
    'server/serve.ts',
    'server/maintenance.ts',
  ],
  'server/main.ts': ['server/config.ts', 'server/version.ts', 'server/commands'],
  'web/ui': [],
  'web/locales': ['contracts', 'web'],
  // The QR code of a link, which several features show.
  'web/qr': ['contracts', 'web', 'web/ui'],
  // The field for tags, which several features show.
  'web/tags': ['contracts', 'web', 'web/ui'],
  // The further domains, and the field that chooses one.
  'web/domains': ['contracts', 'web', 'web/ui'],
  'web/home': ['contracts', 'web', 'web/ui', 'web/links', 'web/qr'],
  'web/links': ['contracts', 'web', 'web/ui', 'web/domains', 'web/qr', 'web/tags'],
  'web/account': ['contracts', 'web', 'web/ui'],
  'web/site': ['contracts', 'web', 'web/ui'],
  'web/import': ['contracts', 'web', 'web/ui'],
  // The palette logs out like the account menu.
  'web/palette': ['contracts', 'web', 'web/ui', 'web/account'],
  'web/stats': ['contracts', 'web', 'web/ui', 'web/qr'],
  // The page of a link shows its statistics, its actions and its QR code.
  'web/link': [
    'contracts',
    'web',
    'web/ui',
    'web/domains',
    'web/links',
    'web/qr',
    'web/stats',
    'web/tags',
  ],
  // The frame of the admin area lists the inner pages of all features.
  'web/admin': [
    'contracts',
    'web',
    'web/ui',
    'web/account',
    'web/domains',
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
    'web/domains',
    'web/home',
    'web/links',
    'web/account',
    'web/docs',
    'web/admin',
    'web/link',
    'web/stats',
    'web/import',
    'web/site',
  ],
  'package.json': [],
};

/** What each room may import from npm or the runtime; other rooms may import anything. */
const packages: Readonly<Record<string, RegExp>> = {
  contracts: /^zod$/,
  'web/ui': /^(react|@mantine|@tabler|@tanstack)/,
};

const rooms = Object.keys(arrows).sort((a, b) => b.length - a.length);

function roomOf(file: string): string {
  const room = rooms.find((room) => file === room || file.startsWith(`${room}/`));
  if (room === undefined) throw new Error(`${file} lies in no room`);
  return room;
}

/** Describes forbidden imports, in sentences. */
function checkArrow({ from, to }: Arrow): string[] {
  const room = roomOf(from);
  if (from.endsWith('.constants.ts')) return [`${from}: imports nothing (${to})`];
  const inside = /^(contracts|server|web|package\.json)/.test(to);
  if (!inside) {
    if (room !== 'server/engine' && /^(bun:sqlite|pg)$/.test(to)) {
      return [`${from}: only server/engine names the database, not ${room} (${to})`];
    }
    const allowed = packages[room];
    return allowed === undefined || allowed.test(to) ? [] : [`${from}: ${room} may not take ${to}`];
  }
  const target = roomOf(to);
  const targets = to.endsWith('.constants.ts') ? [target, `${target}/*.constants.ts`] : [target];
  return target === room || targets.some((name) => arrows[room]!.includes(name))
    ? []
    : [`${from}: ${room} may not import ${target} (${to})`];
}

const sources = listSources();

test('every import follows the rules of CONTRIBUTING.md', () => {
  expect(sources.length).toBeGreaterThan(40);
  expect(sources.flatMap(readImports).flatMap(checkArrow)).toEqual([]);
});

function findForbiddenImports(file: string, source: string): string[] {
  return readArrows(file, source).flatMap(checkArrow);
}

test('a forbidden import is found', () => {
  expect(
    findForbiddenImports('server/links/x.ts', "import { a } from '../account/account.ts';"),
  ).toHaveLength(1);
  expect(
    findForbiddenImports('server/engine/x.ts', "import type { A } from '../http/problem.ts';"),
  ).toHaveLength(1);
  expect(
    findForbiddenImports('server/engine/x.ts', "let a: import('../http/problem.ts').A;"),
  ).toHaveLength(1);
  expect(
    findForbiddenImports('server/links/x.ts', "import { Database } from 'bun:sqlite';"),
  ).toHaveLength(1);
  expect(
    findForbiddenImports('server/stats/ingest/x.ts', "import type { A } from '../query/a.ts';"),
  ).toHaveLength(1);
  expect(findForbiddenImports('contracts/x.ts', "import { Hono } from 'hono';")).toHaveLength(1);
  expect(findForbiddenImports('contracts/x.constants.ts', "import { z } from 'zod';")).toHaveLength(
    1,
  );
  expect(
    findForbiddenImports('web/account/x.tsx', "import { a } from '../links/a.tsx';"),
  ).toHaveLength(1);
  expect(
    findForbiddenImports('web/home/x.tsx', "const a = await import('../../server/app.ts');"),
  ).toHaveLength(1);
});

test('no imports form a ring, not even of types', () => {
  expect(findRing(sources.flatMap(readImports))).toBeNull();
  const forward = readArrows('a.ts', "import { b } from './b.ts';");
  const back = readArrows('b.ts', "export const a: import('./a.ts').A = 1;");
  expect(findRing([...forward, ...back])).toEqual(['a.ts', 'b.ts', 'a.ts']);
});
