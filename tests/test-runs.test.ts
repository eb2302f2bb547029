import { describe, expect, test } from 'bun:test';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { countTests, findFailures } from '../scripts/tests/test-output.ts';
import { listPostgresTests } from '../scripts/tests/postgres-tests.ts';
import { listAllOnly } from '../scripts/tests/test-lists.ts';
import { listSuites, type Run } from '../scripts/tests/test-suites.ts';

const output = [
  'tests/first.test.ts:',
  '(pass) one [1.00ms]',
  '',
  './tests/second.test.ts:',
  'error: expected 1',
  '\u001B[31m(fail) two [2.00ms]\u001B[0m',
  '(pass) three',
  'error: expected 2',
  '(fail) four',
  ' 2 pass',
  ' 1 skip',
  ' 2 fail',
  'Ran 5 tests across 2 files.',
  '2 tests failed:',
  '(fail) two [2.00ms]',
].join('\n');

describe('a run of tests', () => {
  test('adds up what each suite printed', () => {
    expect(countTests(output)).toEqual({ passed: 2, failed: 2, notRun: 1 });
    expect(countTests('check: 5 passed, 1 failed')).toEqual({ passed: 5, failed: 1, notRun: 0 });
  });

  test('finds each failed test once, with its file and the lines before it', () => {
    const failures = findFailures(output);
    expect(failures.map(({ file }) => file)).toEqual(Array(2).fill('tests/second.test.ts'));
    expect(failures[0]!.text).toContain('expected 1');
    expect(failures[1]!.text).not.toContain('expected 1');
  });
});

function listFiles(run: Run): string[] {
  return listSuites(run)
    .filter(({ name }) => name !== 'postgres')
    .flatMap(({ files }) => files.map((file) => file.slice(2)))
    .sort();
}

test('every test file belongs to one suite of the whole run, and to the short run or its list', () => {
  const files = globSync('{contracts,server,web,tests,scripts,bench}/**/*.test.{ts,tsx}').sort();
  expect(files.length).toBeGreaterThan(300);
  expect(listFiles('all')).toEqual(files);
  expect([...listFiles('short'), ...listAllOnly()].sort()).toEqual(files);
  const listed = [...listAllOnly(), ...listPostgresTests(true)];
  expect(listed.filter((file) => !existsSync(file))).toEqual([]);
});

test('each file of the short run has a test for it, as a file without one takes a second', () => {
  expect(listFiles('short').filter(hasOnlyTestsInAll)).toEqual([]);
});

function hasOnlyTestsInAll(file: string): boolean {
  const text = readFileSync(file, 'utf8');
  return text.includes('testInAll') && !/\btest[.(]/.test(text);
}
