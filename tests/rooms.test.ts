import { expect, test } from 'bun:test';
import {
  findRing,
  listSources,
  readArrows,
  readImports,
  type Arrow,
} from './support/project/imports.ts';
import { arrows, roomOf } from './support/project/rooms.ts';

/** What each room may import from npm or the runtime; other rooms may import anything. */
const packages: Readonly<Record<string, RegExp>> = {
  contracts: /^zod$/,
  'contracts/qr-drawing.ts': /^uqr$/,
  'web/ui': /^(react|@mantine|@tabler|@tanstack)/,
};

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
