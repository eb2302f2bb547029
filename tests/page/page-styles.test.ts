import { expect, test } from 'bun:test';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/* A page must not depend on a style that another page loads: the browser may open it directly. */

const transpiler = new Bun.Transpiler({ loader: 'tsx' });
const isCode = (file: string): boolean => /\.tsx?$/.test(file);

/** The class names that each style sheet defines. */
const definitions = globSync('web/**/*.css').map((file) => {
  const names = readFileSync(file, 'utf8').matchAll(/\.([a-z][\w-]*)/g);
  return { file, names: new Set([...names].map(([, name]) => name!)) };
});

/** Files with all their imports, recursively. */
function collectFiles(starts: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    if (!isCode(file)) return;
    for (const { kind, path } of transpiler.scanImports(readFileSync(file, 'utf8'))) {
      if (kind === 'import-statement' && path.startsWith('.')) visit(join(dirname(file), path));
    }
  };
  for (const start of starts) visit(start);
  return found;
}

function listClasses(file: string): string[] {
  const uses = readFileSync(file, 'utf8').matchAll(/[cC]lassName(?:=|: )\{?["'`]([^"'`$]+)["'`]/g);
  return [...uses].flatMap(([, names]) => names!.split(' '));
}

const pages = globSync('web/**/*.page.tsx');
const publicPages = new Set([
  'web/account/init.page.tsx',
  'web/account/login.page.tsx',
  'web/docs/docs.page.tsx',
  'web/home/home.page.tsx',
  'web/people/join/join.page.tsx',
]);

/** The frame, which loads before every page. */
function listFrames(page: string): string[] {
  const frames = ['web/main.tsx'];
  if (!publicPages.has(page)) frames.push('web/frame/shell.tsx');
  if (page.startsWith('web/link/')) frames.push('web/link/link.page.tsx');
  return frames;
}

test.each(pages)('%s loads the styles of all its classes', (page) => {
  const files = collectFiles([page]);
  const loaded = collectFiles([page, ...listFrames(page)]);
  const missing = [...files].filter(isCode).flatMap((file) =>
    listClasses(file)
      .filter((name) => {
        const sheets = definitions.filter(({ names }) => names.has(name));
        return sheets.length > 0 && !sheets.some((sheet) => loaded.has(sheet.file));
      })
      .map((name) => `${name} in ${file}`),
  );
  expect(missing).toEqual([]);
});

test('the check finds the pages and their classes', () => {
  expect(pages.length).toBeGreaterThan(10);
  expect(listClasses('web/links/list/target.tsx')).toContain('links-address');
});
