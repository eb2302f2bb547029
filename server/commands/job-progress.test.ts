import { expect, test } from 'bun:test';
import { createJobProgress } from './job-progress.ts';

const ENDS_AT = new Date(2026, 0, 2, 3, 4, 5).getTime() / 1000;

function follow(isTTY: boolean) {
  const written: string[] = [];
  let now = 0;
  const output = { isTTY, write: (text: string) => written.push(text) };
  const progress = createJobProgress(output, () => now);
  return { written, progress, pass: (ms: number) => (now += ms) };
}

test('a terminal has one line, which is rewritten', () => {
  const { written, progress } = follow(true);
  progress.clear();
  progress.show({ state: 'checking', done: 0, total: 0, endsAt: null });
  progress.show({ state: 'running', done: 1, total: 3, endsAt: ENDS_AT });
  progress.clear();
  progress.clear();
  expect(written).toEqual([
    '\rchecking: 0 %\u001b[K',
    '\rimporting: 33 %, done at 03:04:05\u001b[K',
    '\r\u001b[K',
  ]);
});

test('elsewhere a line comes every ten seconds of work', () => {
  const { written, progress, pass } = follow(false);
  for (let second = 0; second < 25; second += 1) {
    progress.show({ state: 'undoing', done: second, total: 25, endsAt: null });
    pass(1000);
  }
  progress.show({ state: 'ready', done: 25, total: 25, endsAt: null });
  progress.clear();
  expect(written).toEqual(['undoing: 40 %\n', 'undoing: 80 %\n']);
});
