import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';
import packageJson from '../package.json' with { type: 'json' };
import { calledName } from './support/source-files.ts';

/*
 * Two documents list what is specified and what is promised, with the proof of each line: a test or
 * a measurement. Each proof must exist.
 */

interface Line {
  /** The section, or the number of the promise. */
  readonly section: string;
  readonly proofs: readonly Proof[];
}

type Proof =
  | { readonly kind: 'test'; readonly file: string; readonly title: string }
  | { readonly kind: 'command'; readonly script: string; readonly word: string | null }
  | { readonly kind: 'none' };

const HEAD = /^\| (?:Section|Promise) \||^\| ---/;

/** Reads the rows of the tables. */
function readLines(text: string): Line[] {
  return text.split('\n').flatMap((row) => {
    if (!row.startsWith('|') || HEAD.test(row)) return [];
    const [, section, proofs] =
      /^\| (\d+|[A-Z][a-z]+)[^|]* \| [^|]+ \| ([^|]*) \|$/.exec(row) ?? [];
    if (section === undefined) throw new Error(`no line: ${row}`);
    return { section, proofs: proofs!.split('<br>').map(readProof) };
  });
}

function readProof(text: string): Proof {
  const [, script, word] = /^`npm run (\w+)(?: -- ([\w-]+))?`/.exec(text) ?? [];
  if (script !== undefined) return { kind: 'command', script, word: word ?? null };
  const [, name, title] = /^`([^`]+)` (.+)$/.exec(text) ?? [];
  if (name !== undefined) {
    const file = /\.tsx?$/.test(name) ? name : `tests/${name}.test.ts`;
    return { kind: 'test', file, title: title! };
  }
  if (/^not shown: .{10}/.test(text)) return { kind: 'none' };
  throw new Error(`no proof: ${text}`);
}

/** The constant part of each title. */
function readTitles(file: string): Set<string> {
  const titles = new Set<string>();
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  expect([file, errors]).toEqual([file, []]);
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      const name = calledName(callee);
      if (name !== 'test' && name !== 'testInAll' && name !== 'describe') return;
      if (title?.type === 'Literal') titles.add(String(title.value));
      if (title?.type === 'TemplateLiteral') {
        // A title that begins with a value is known by the text after it.
        const constant = title.quasis.find(({ value }) => value.raw !== '')!;
        titles.add(constant.value.raw.replace(/(?:[:,]| \(seed)? *$/, '').trimStart());
      }
    },
  }).visit(program);
  return titles;
}

const titlesOf = new Map<string, ReadonlySet<string>>();
const measurements = readFileSync('bench/main.ts', 'utf8');

/** The fault of a proof; null when it exists. */
function findFault(proof: Proof): string | null {
  if (proof.kind === 'none') return null;
  if (proof.kind === 'test') {
    const { file, title } = proof;
    const titles = titlesOf.get(file) ?? (existsSync(file) ? readTitles(file) : new Set());
    titlesOf.set(file, titles);
    return titles.has(title) ? null : `${file}: ${title}`;
  }
  const { script, word } = proof;
  if (!Object.hasOwn(packageJson.scripts, script)) return `npm run ${script}`;
  if (script !== 'bench') return null;
  const isMeasured = new RegExp(`^  '?${word}'?: measure\\w+,$`, 'm').test(measurements);
  return isMeasured ? null : `npm run bench -- ${word}`;
}

describe.each([
  ['specification', ['2', '3', '4', '5', '6', '7', '8', '9']],
  [
    'promises',
    [...Array.from({ length: 14 }, (_, index) => String(index + 1)), 'Headers', 'Supply'],
  ],
])('the document of the %s', (name, sections) => {
  const lines = readLines(readFileSync(`tests/${name}.md`, 'utf8'));

  test('has a line for every section', () => {
    expect([...new Set(lines.map(({ section }) => section))]).toEqual(sections);
  });

  test('names only proofs that exist', () => {
    const faults = lines.flatMap(({ proofs }) => proofs.flatMap((one) => findFault(one) ?? []));
    expect([...new Set(faults)]).toEqual([]);
  });
});

test('a missing proof is found', () => {
  const faults = [
    '`proofs` no such test',
    '`no-such-file` a missing proof is found',
    '`npm run bench -- nothing`',
    '`npm run nothing`',
    '`proofs` a missing proof is found',
    '`npm run bench -- sizes`',
  ].map((proof) => findFault(readProof(proof)));
  expect(faults).toEqual([
    'tests/proofs.test.ts: no such test',
    'tests/no-such-file.test.ts: a missing proof is found',
    'npm run bench -- nothing',
    'npm run nothing',
    null,
    null,
  ]);
  expect(() => readLines('| 9 | Something | to be done |')).toThrow('no proof');
  expect(() => readLines('| 9 | Something | |')).toThrow('no line');
});
