import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { parseSync, Visitor, type ESTree } from 'vite';

interface Line {
  readonly section: number;
  readonly what: string;
  readonly proofs: readonly Proof[];
}

interface Proof {
  readonly file: string;
  readonly title: string;
}

/** Reads the rows of the tables; what is no row, or none with a section, is passed over. */
function readLines(text: string): Line[] {
  return text.split('\n').flatMap((row) => {
    const [, section, what, proofs] =
      /^\| (\d)(?: [^|]+)? \| ([^|]+) \| ([^|]*) \|$/.exec(row) ?? [];
    if (section === undefined) return [];
    return { section: Number(section), what: what!, proofs: proofs!.split('<br>').map(readProof) };
  });
}

function readProof(text: string): Proof {
  const [, name, title] = /^`([^`]+)` (.+)$/.exec(text) ?? [];
  if (name === undefined) throw new Error(`no proof: ${text}`);
  return { file: name.endsWith('.ts') ? name : `tests/${name}.test.ts`, title: title! };
}

/** What a call is made on: `test` of `test(…)` and of `test.each(…)(…)`. */
function nameOf(callee: ESTree.Expression): string | null {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'CallExpression') return nameOf(callee.callee);
  return callee.type === 'MemberExpression' ? nameOf(callee.object) : null;
}

/** The titles of a file's tests and their groups, up to what differs from run to run. */
function readTitles(file: string): Set<string> {
  const titles = new Set<string>();
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  expect([file, errors]).toEqual([file, []]);
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      const name = nameOf(callee);
      if (name !== 'test' && name !== 'describe') return;
      if (title?.type === 'Literal') titles.add(String(title.value));
      if (title?.type === 'TemplateLiteral') {
        titles.add(title.quasis[0]!.value.raw.replace(/[:,]? *$/, ''));
      }
    },
  }).visit(program);
  return titles;
}

const lines = readLines(readFileSync('docs/specification.md', 'utf8'));

test('each section of the specification from 2 to 9 has its lines, and each line a proof', () => {
  expect([...new Set(lines.map(({ section }) => section))]).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  const rows = readFileSync('docs/specification.md', 'utf8').match(/^\| \d/gm);
  expect(lines.length).toBe(rows!.length);
  expect(lines.filter(({ proofs }) => proofs.length === 0)).toEqual([]);
});

test('every proof that is named is a test that exists', () => {
  const titles = new Map<string, Set<string>>();
  const missing: string[] = [];
  for (const { file, title } of lines.flatMap(({ proofs }) => proofs)) {
    if (!titles.has(file)) titles.set(file, existsSync(file) ? readTitles(file) : new Set());
    if (!titles.get(file)!.has(title)) missing.push(`${file}: ${title}`);
  }
  expect([...new Set(missing)]).toEqual([]);
});

test('a proof that went away would be found', () => {
  const [line] = readLines('| 9 x | Something | `specification` no such test |');
  const [{ file, title }] = line!.proofs as [Proof];
  expect(readTitles(file).has(title)).toBe(false);
  expect(() => readLines('| 9 | Something | to be done |')).toThrow('no proof');
});
