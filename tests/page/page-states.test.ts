import { expect, test } from 'bun:test';
import { globSync, readFileSync } from 'node:fs';
import { pageStates } from '../browser/looks/page-states.ts';

/*
 * The table of page states has a state for each part of the page. Its looks are checked in
 * `browser/looks`.
 */

const files = globSync('web/**/*.tsx', { exclude: ['**/*.test.tsx'] }).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));

/** The parts that others are made of, without a state of their own. */
const bases = new Set(['web/form/dialog.tsx', 'web/ui/late-menu.tsx']);

/** What opens a page, a dialog, a menu, an empty or an error state. */
const OPENS =
  /<(?:Dialog|Modal|Drawer|Menu|LateMenu|Popover|Notice)\b|await confirm\(|return confirm\(|runAction\(/;

/** Files of the page that show something of their own. */
function listParts(): string[] {
  const opening = files.filter(({ path, text }) => OPENS.test(text) || path.endsWith('.page.tsx'));
  return opening.map(({ path }) => path).filter((path) => !bases.has(path));
}

/** Files that load when something is opened. */
function listLazy(): string[] {
  const web = globSync('web/**/*.{ts,tsx}');
  return web.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/import\('(\.[^']+\.tsx)'\)/g)].map(([, to]) =>
      new URL(to!, `file:///${path}`).pathname.slice(1),
    ),
  );
}

/** Pages of the server: a file each, and the names of those that refuse a visit. */
function listServerPages(): string[] {
  const text = readFileSync('server/site/visitor-page.ts', 'utf8');
  const [, names] = /export type VisitorPageName =([^;]+);/.exec(text)!;
  const refusals = [...names!.matchAll(/'([\w-]+)'/g)].map(([, name]) => `visitor-page ${name}`);
  const pages = globSync('server/*/*-page.ts').filter((path) => !notForPeople.has(path));
  return [...pages, ...refusals];
}

/** The page for programs has no looks; the other file is known by its names. */
const notForPeople = new Set(['server/site/visitor-page.ts']);

test('the table of page states has every page, dialog, menu, empty state and error state', () => {
  const parts = new Set([...listParts(), ...listLazy(), ...listServerPages()]);
  expect(parts.size).toBeGreaterThan(60);
  const shown = new Set(pageStates.flatMap(({ shows }) => shows));
  expect([...parts].filter((part) => !shown.has(part)).toSorted()).toEqual([]);
  expect([...shown].filter((part) => !parts.has(part)).toSorted()).toEqual([]);
});

test('each page state has its own name', () => {
  const names = pageStates.map(({ name }) => name);
  expect([...new Set(names)]).toEqual(names);
});
