import { expect, test } from 'bun:test';
import { readSourceFiles } from './support/project/source-files.ts';

/*
 * A test that fails on one machine and passes on another, or fails once in a while, hides faults of
 * the product. These are the kinds that can be read from the text.
 */

interface Kind {
  readonly name: string;
  readonly pattern: RegExp;
  readonly instead: string;
}

const kinds: readonly Kind[] = [
  {
    name: 'a random choice without a seed',
    pattern: /\bMath\.random\(|\bgetRandomValues\(|\brandomInt\(|\brandomblob\(/,
    instead: 'new Dice(seed)',
  },
  { name: 'fast-check without the seed', pattern: /from 'fast-check'/, instead: 'random.ts' },
  {
    name: 'a limit of time that a busy machine exceeds',
    pattern: /performance\.now\(\)[^;\n]*\)\.toBeLessThan(?:OrEqual)?\((?!withSlack)/,
    instead: 'withSlack(…)',
  },
  {
    name: 'a niceness that depends on the caller',
    pattern: /'nice', '-n', '-?\d/,
    instead: 'a difference from getPriority()',
  },
  {
    name: 'a limit of time below two minutes',
    pattern:
      /^(?:\s*\}, |\s+)(?:\d{4}|\d{1,2}_000)\);$|(?:setDefaultTimeout|\.setTimeout)\((?:\d{4}|\d{1,2}_000)\b/m,
    instead: '300_000',
  },
];

/** The one place that draws the seed. */
const SEED = 'tests/support/random.ts';

function findFaults(path: string, text: string): string[] {
  return kinds
    .filter(({ pattern }) => pattern.test(text))
    .map(({ name, instead }) => `${path}: ${name}, instead of ${instead}`);
}

test('no test depends on luck, on the machine or on its speed', () => {
  const files = readSourceFiles().filter(({ path, isTest }) => isTest && path !== SEED);
  expect(files.length).toBeGreaterThan(300);
  const own = 'tests/steady-tests.test.ts';
  const faults = files.flatMap(({ path, text }) => (path === own ? [] : findFaults(path, text)));
  expect(faults).toEqual([]);
});

test('each kind is found', () => {
  const examples = [
    'const at = Math.floor(Math.random() * 9);',
    "import fc from 'fast-check';",
    'expect(performance.now() - begun).toBeLessThan(1000);',
    "const child = ['nice', '-n', '-5'];",
    '}, 60_000);',
    "socket.setTimeout(5000, () => socket.destroy(new Error('no answer')));",
  ];
  expect(examples.map((text) => findFaults('a', text).length)).toEqual([1, 1, 1, 1, 1, 1]);
});
