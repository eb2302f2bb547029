import { expect, test } from 'bun:test';
import { createProgress } from './progress.ts';

function watch(isTTY: boolean) {
  const written: string[] = [];
  const clock = { now: 0 };
  const report = createProgress({ isTTY, write: (text) => written.push(text) }, () => clock.now);
  return { written, clock, report };
}

test('the progress in a file has a line for each tenth', () => {
  const { written, report } = watch(false);
  for (let rows = 0; rows <= 1000; rows += 25) report('copied', rows, 1000);
  report('compared', 1000, 1000);
  expect(written).toHaveLength(12);
  expect(written.slice(0, 2)).toEqual(['copied 0 of 1000 rows\n', 'copied 100 of 1000 rows\n']);
  expect(written.slice(-2)).toEqual(['copied 1000 of 1000 rows\n', 'compared 1000 of 1000 rows\n']);
});

test('the progress at a terminal is one line, updated at most ten times a second', () => {
  const { written, clock, report } = watch(true);
  report('copied', 1, 9);
  report('copied', 2, 9);
  clock.now = 100;
  report('copied', 3, 9);
  report('copied', 9, 9);
  expect(written).toEqual([
    '\rcopied 1 of 9 rows',
    '\rcopied 3 of 9 rows',
    '\rcopied 9 of 9 rows\n',
  ]);
});
