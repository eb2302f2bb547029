import { expect, test } from 'bun:test';
import { CodesSoFar, hashCode } from './codes-so-far.ts';

const CODES = 210_000;

function url(at: number): string {
  return `https://example.com/${at}`;
}

test('repeated codes keep their long URL, however many there are', () => {
  const codes = new CodesSoFar();
  for (let at = 0; at < CODES; at += 1) codes.expect(`c${at}`);
  for (let at = 0; at < CODES; at += 1) {
    if (codes.leadsTo(`c${at}`, url(at)) !== 'nowhere') throw new Error(`c${at} leads somewhere`);
    codes.take(`c${at}`, url(at));
  }
  for (let at = 0; at < CODES; at += 1) {
    const answers = [codes.leadsTo(`c${at}`, url(at)), codes.leadsTo(`c${at}`, url(at + 1))];
    if (answers.join() !== 'there,elsewhere') throw new Error(`c${at}: ${answers.join()}`);
  }
  expect([codes.show('c0'), codes.show(`c${CODES - 1}`)]).toEqual([url(0), undefined]);
});

test('codes that come once are not remembered', () => {
  const codes = new CodesSoFar();
  codes.take('once', 'https://example.com/');
  expect([codes.leadsTo('once', 'https://example.com/'), codes.show('once')]).toEqual([
    'nowhere',
    undefined,
  ]);
});

test('codes that differ in a few characters have hashes of their own', () => {
  const codes = Array.from({ length: 100_000 }, (_, at) => at.toString(36).padStart(8, '0'));
  expect(new Set(codes.map((code) => hashCode(code).join())).size).toBe(codes.length);
});
