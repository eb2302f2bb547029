import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { parseSync, Visitor, type ESTree } from 'vite';
import packageJson from '../package.json' with { type: 'json' };
import { listAllOnly } from '../scripts/tests/test-lists.ts';
import { calledName } from './support/project/source-files.ts';

/*
 * Documents list what is specified, promised and demanded by a standard, with the proof of each
 * line: a test or a measurement. Each proof must exist, and run in the run that the line names.
 */

interface Line {
  /** The section, or the number of the promise. */
  readonly section: string;
  readonly what: string;
  readonly proofs: readonly Proof[];
}

type Proof =
  | {
      readonly kind: 'test';
      readonly file: string;
      readonly title: string;
      /** Whether `npm test` leaves the proof to `npm run test:all`. */
      readonly isInAllOnly: boolean;
    }
  | { readonly kind: 'command'; readonly script: string; readonly word: string | null }
  | { readonly kind: 'none' };

const HEAD = /^\| (?:Section|Promise|Requirement) \||^\| ---/;

/** Reads the rows of the tables. */
function readLines(text: string): Line[] {
  return text.split('\n').flatMap((row) => {
    if (!row.startsWith('|') || HEAD.test(row)) return [];
    const [, section, what, proofs] =
      /^\| (\d+|[A-Z][a-z]+)[^|]* \| ([^|]+) \| ([^|]*) \|$/.exec(row) ?? [];
    if (section === undefined) throw new Error(`no line: ${row}`);
    return { section, what: what!, proofs: proofs!.split('<br>').map(readProof) };
  });
}

function readProof(text: string): Proof {
  const [, script, word] = /^`npm run (\w+)(?: -- ([\w-]+))?`/.exec(text) ?? [];
  if (script !== undefined) return { kind: 'command', script, word: word ?? null };
  const [, all, name, title] = /^(all: )?`([^`]+)` (.+)$/.exec(text) ?? [];
  if (name !== undefined) {
    const file = /\.tsx?$/.test(name) ? name : `tests/${name}.test.ts`;
    return { kind: 'test', file, title: title!, isInAllOnly: all !== undefined };
  }
  if (/^not shown: .{10}/.test(text)) return { kind: 'none' };
  throw new Error(`no proof: ${text}`);
}

const registering = new Set(['test', 'testInAll', 'describe']);

/** The constant part of each title, with whether only `npm run test:all` runs it. */
function readTitles(file: string): Map<string, boolean> {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  expect([file, errors]).toEqual([file, []]);
  const calls: { name: string; title: string; start: number; end: number }[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [title], start, end }) {
      const name = calledName(callee);
      const constant = readConstant(title);
      if (name === null || !registering.has(name) || constant === null) return;
      calls.push({ name, title: constant, start, end });
    },
  }).visit(program);
  const titles = new Map<string, boolean>();
  for (const { name, title, start, end } of calls) {
    const inside = calls.filter(
      (call) => call.name !== 'describe' && call.start > start && call.end < end,
    );
    const tests = name === 'describe' ? inside : [{ name }];
    const isInAllOnly = tests.length > 0 && tests.every((call) => call.name === 'testInAll');
    titles.set(title, isInAllOnly && titles.get(title) !== false);
  }
  return titles;
}

/** A title that begins with a value is known by the text after it. */
function readConstant(title: ESTree.Argument | undefined): string | null {
  if (title?.type === 'Literal') return String(title.value);
  if (title?.type !== 'TemplateLiteral') return null;
  const constant = title.quasis.find(({ value }) => value.raw !== '');
  return constant?.value.raw.replace(/(?:[:,]| \(seed)? *$/, '').trimStart() ?? null;
}

const titlesOf = new Map<string, ReadonlyMap<string, boolean>>();
const allOnly = new Set(listAllOnly());
const measurements = readFileSync('bench/main.ts', 'utf8');

/** The fault of a proof; null when it exists and runs where it says. */
function findFault(proof: Proof): string | null {
  if (proof.kind === 'none') return null;
  if (proof.kind === 'test') {
    const { file, title, isInAllOnly } = proof;
    const titles = titlesOf.get(file) ?? (existsSync(file) ? readTitles(file) : new Map());
    titlesOf.set(file, titles);
    const isLeftOut = titles.get(title);
    if (isLeftOut === undefined) return `${file}: ${title}`;
    if ((isLeftOut || allOnly.has(file)) === isInAllOnly) return null;
    return `${isInAllOnly ? 'also in npm test' : 'only in test:all'}: ${file}: ${title}`;
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
  ['asvs', ['6', '7', '8', '10', '16']],
])('the document of the %s', (name, sections) => {
  const lines = readLines(readFileSync(`tests/${name}.md`, 'utf8'));

  test('has a line for every section', () => {
    expect([...new Set(lines.map(({ section }) => section))]).toEqual(sections);
  });

  test('names only proofs that exist', () => {
    const faults = lines.flatMap(({ proofs }) => proofs.flatMap((one) => findFault(one) ?? []));
    expect([...new Set(faults)]).toEqual([]);
  });

  test('has a proof for every line that npm test runs', () => {
    const left = lines.filter(({ proofs }) =>
      proofs.every((proof) => proof.kind === 'test' && proof.isInAllOnly),
    );
    expect(left.map(({ what }) => what)).toEqual([]);
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
