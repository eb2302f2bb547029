import { expect, test } from 'bun:test';
import { markDifference } from '../web/link/mark-difference.ts';

test('of two texts that are alike the words that differ are marked', () => {
  expect(markDifference('https://a.example/spring?x=1', 'https://a.example/summer?x=1')).toEqual([
    { start: 'https://a.example/', different: 'spring', end: '?x=1' },
    { start: 'https://a.example/', different: 'summer', end: '?x=1' },
  ]);
});

test('a word that was added is marked once, also where it repeats its neighbor', () => {
  expect(markDifference('to to', 'to to to')).toEqual([
    { start: 'to to', different: '', end: '' },
    { start: 'to to', different: ' to', end: '' },
  ]);
});

test('in texts with little in common nothing is marked', () => {
  expect(markDifference('spring', 'summer')).toEqual([
    { start: 'spring', different: '', end: '' },
    { start: 'summer', different: '', end: '' },
  ]);
});

test('no character is cut apart', () => {
  const [from] = markDifference('Family 👨‍👩‍👧', 'Family 👨‍👩‍👦');
  expect(from).toEqual({ start: 'Family ', different: '👨‍👩‍👧', end: '' });
});

test('of long texts only the words near the difference are shown', () => {
  const [from, to] = markDifference(`${'ab '.repeat(400)}x${' ba'.repeat(400)}`, 'ab '.repeat(400));
  expect(from).toEqual({
    start: `…${'ab '.repeat(16)}`,
    different: `x${' ba'.repeat(400)}`,
    end: '',
  });
  expect(to.different).toBe('');
});
