import { globSync } from 'node:fs';
import { listPostgresTests } from './postgres-tests.ts';
import { listAllOnly } from './test-lists.ts';

export type Run = 'short' | 'all';

export interface Suite {
  readonly name: string;
  /** A script, or the options of `bun test` without its files. */
  readonly args: readonly string[];
  /** Test files; none = `args` is a script. */
  readonly files: readonly string[];
  /** Two rows run side by side, as one leaves the processor idle at times; then the last alone. */
  readonly row: 'first' | 'second' | 'alone';
  readonly hasServers: boolean;
}

/** A safety net: a test that takes longer hangs. */
const timeout = '--timeout=120000';
/** Two files at a time, as most wait more than they work. */
const parallel = ['test', '--parallel=2', timeout];

/** The suites of `npm test` (short) or `npm run test:all`; the first begin first. */
export function listSuites(run: Run): readonly Suite[] {
  const left = new Set(run === 'short' ? listAllOnly() : []);
  const find = (...patterns: string[]): string[] =>
    globSync(patterns)
      .filter((file) => !left.has(file))
      .sort()
      .map((file) => `./${file}`);
  const postgres = [...parallel, '--preload=./tests/postgres/drop-databases.ts'];
  // Loading React for each file again takes a third of the time.
  const shared = run === 'short' ? ['--no-isolate'] : [];
  const dom = [...parallel, ...shared, '--preload=./tests/support/components/dom.ts'];
  // A node of PostgreSQL waits more than it works; the whole run measures it alone.
  const nodes = run === 'short' ? parallel : ['test', timeout];
  // The whole run builds the executable by the steps of the Dockerfile.
  const executable = run === 'short' ? ['test', timeout] : ['scripts/test-executable.ts', timeout];
  // The whole run measures several servers, and they need the whole machine.
  const several = { row: run === 'short' ? 'second' : 'alone' } as const;
  return [
    suite('check', ['scripts/check.ts'], [], { row: 'second', hasServers: false }),
    suite(
      'unit',
      parallel,
      find('{contracts,server}/**/*.test.ts', 'tests/{.,deploy,page}/*.test.ts'),
    ),
    suite('journeys', parallel, find('tests/journeys/**/*.test.ts')),
    suite('postgres', postgres, listPostgresTests(run === 'short'), {
      row: run === 'short' ? 'second' : 'first',
    }),
    suite('browser', parallel, find('tests/browser/**/*.test.ts'), { row: 'second' }),
    suite('components', dom, find('web/**/*.test.{ts,tsx}'), { row: 'second', hasServers: false }),
    suite('nodes', nodes, find('tests/nodes/*.test.ts'), {
      row: run === 'short' ? 'first' : 'alone',
    }),
    suite('torture', ['test', timeout], find('tests/torture/**/*.test.ts'), several),
    suite('executable', executable, find('tests/executable/*.test.ts'), several),
  ];
}

function suite(
  name: string,
  args: readonly string[],
  files: readonly string[],
  { row = 'first', hasServers = true }: { row?: Suite['row']; hasServers?: boolean } = {},
): Suite {
  return { name, args, files, row, hasServers };
}
