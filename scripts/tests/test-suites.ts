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
  /** Runs after all others, as it needs the whole machine. */
  readonly isAlone: boolean;
  readonly hasServers: boolean;
}

/** A safety net: a test that takes longer hangs. */
const timeout = '--timeout=120000';

/** The suites of `npm test` (short) or `npm run test:all`, in the order in which they begin. */
export function listSuites(run: Run): readonly Suite[] {
  const left = new Set(run === 'short' ? listAllOnly() : []);
  const find = (...patterns: string[]): string[] =>
    globSync(patterns)
      .filter((file) => !left.has(file))
      .sort()
      .map((file) => `./${file}`);
  // Most files wait more than they work. The whole run shows that no file needs another's modules.
  const parallel = ['test', '--parallel=2', timeout, ...(run === 'short' ? ['--no-isolate'] : [])];
  const postgres = [...parallel, '--preload=./tests/postgres/drop-databases.ts'];
  const dom = [...parallel, '--preload=./tests/support/components/dom.ts'];
  // A node of PostgreSQL waits more than it works; the whole run measures it alone.
  const nodes = run === 'short' ? parallel : ['test', timeout];
  // The whole run builds the executable by the steps of the Dockerfile.
  const executable = run === 'short' ? ['test', timeout] : ['scripts/test-executable.ts', timeout];
  // Installs what others wrote from the registries.
  const clients = ['scripts/test-clients.ts', timeout];
  const isAlone = run === 'all';
  return [
    suite('browser', parallel, find('tests/browser/**/*.test.ts')),
    suite('journeys', parallel, find('tests/journeys/**/*.test.ts')),
    suite(
      'unit',
      parallel,
      find('{contracts,server}/**/*.test.ts', 'tests/{.,deploy,page}/*.test.ts'),
    ),
    suite('postgres', postgres, listPostgresTests(run === 'short')),
    suite('nodes', nodes, find('tests/nodes/*.test.ts'), { isAlone }),
    suite('torture', ['test', timeout], find('tests/torture/**/*.test.ts'), { isAlone }),
    suite('check', ['scripts/check.ts'], [], { hasServers: false }),
    suite('components', dom, find('web/**/*.test.{ts,tsx}'), { hasServers: false }),
    ...(run === 'all' ? [suite('clients', clients, find('tests/clients/*.test.ts'))] : []),
    suite('executable', executable, find('tests/executable/*.test.ts'), { isAlone }),
  ];
}

function suite(
  name: string,
  args: readonly string[],
  files: readonly string[],
  { isAlone = false, hasServers = true }: { isAlone?: boolean; hasServers?: boolean } = {},
): Suite {
  return { name, args, files, isAlone, hasServers };
}
