import { expect, test } from 'bun:test';
import { markDifference } from '../../web/link/mark-difference.ts';

test('the words that differ between two similar texts are marked', () => {
  expect(markDifference('https://a.example/spring?x=1', 'https://a.example/summer?x=1')).toEqual([
    { start: 'https://a.example/', different: 'spring', end: '?x=1' },
    { start: 'https://a.example/', different: 'summer', end: '?x=1' },
  ]);
});

test('an added word is marked once, even when it repeats its neighbor', () => {
  expect(markDifference('to to', 'to to to')).toEqual([
    { start: 'to to', different: '', end: '' },
    { start: 'to to', different: ' to', end: '' },
  ]);
});

test('texts with little in common are not marked', () => {
  expect(markDifference('spring', 'summer')).toEqual([
    { start: 'spring', different: '', end: '' },
    { start: 'summer', different: '', end: '' },
  ]);
});

test('a mark never splits a character', () => {
  const [from] = markDifference('Family 👨‍👩‍👧', 'Family 👨‍👩‍👦');
  expect(from).toEqual({ start: 'Family ', different: '👨‍👩‍👧', end: '' });
});

test('long texts are cut to the words near the difference', () => {
  const [from, to] = markDifference(`${'ab '.repeat(400)}x${' ba'.repeat(400)}`, 'ab '.repeat(400));
  expect(from).toEqual({
    start: `…${'ab '.repeat(16)}`,
    different: `x${' ba'.repeat(400)}`,
    end: '',
  });
  expect(to.different).toBe('');
});
