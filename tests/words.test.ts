import { expect, test } from 'bun:test';
import { readSourceFiles } from './support/project/source-files.ts';

/** Words that no file uses, as parts of camelCase names too, and what replaces each. */
const words: readonly (readonly [words: string, instead: string])[] = [
  ['settle settles settled unsettled', 'seal'],
  ['tally tallies', 'totals'],
  ['upkeep', 'maintenance'],
  ['mourn mourns', 'handle the exit'],
  ['stranger strangers', 'visitor'],
  ['obstacle obstacles', 'unsupported reason'],
  ['recognise recognises recognised', 'detect'],
  ['heeds', 'respects'],
  ['deed deeds', 'action'],
  ['wish wishes', 'prefill'],
  ['doomed', 'to delete'],
  ['whoever somebody', 'the component'],
  ['goodbye', 'close'],
];

/** Several words in a row. */
const phrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bsay[A-Z]\w*/g, 'format…'],
  [/\btell[A-Z]\w*/g, 'describe…'],
  [/\bgive ?way\b/gi, 'yieldToRequests'],
  [/\bkeepUp\b/g, 'maintain'],
  [/\bmissed codes?\b|\bmissedCodes?\b/gi, 'unknown code'],
  [/\bplain visits?\b|\bplainVisits?\b/gi, 'fast path'],
  [/\bforeign rows?\b|\bforeignRows?\b/gi, 'source row'],
];

/** Names that others gave, or that must not change. */
const allowed: readonly (readonly [name: RegExp, reason: string])[] = [
  [/\bheeds_do_not_track\b/g, 'in the API and in the database'],
  [/\ballSettled\b/g, 'JavaScript'],
  [/\bonSettled\b/g, 'TanStack Query'],
  [/'missed code'/g, 'in exported files'],
];

const insteadOf = new Map(
  words.flatMap(([list, instead]) => list.split(' ').map((word) => [word, instead])),
);

/** Describes forbidden words, with their lines. */
function findWords(path: string, text: string): string[] {
  return `${path}\n${text}`.split('\n').flatMap((line, number) => {
    const own = allowed.reduce((rest, [name]) => rest.replaceAll(name, ''), line);
    const inNames = own.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g);
    const found = [...inNames].flatMap(([word]) => {
      const instead = insteadOf.get(word.toLowerCase());
      return instead === undefined ? [] : [{ word, instead }];
    });
    const inRow = phrases.flatMap(([phrase, instead]) =>
      [...own.matchAll(phrase)].map(([word]) => ({ word, instead })),
    );
    return [...found, ...inRow].map(
      ({ word, instead }) => `${path}:${number}: "${word}" is called "${instead}" here`,
    );
  });
}

test('one word stands for each idea', () => {
  const files = readSourceFiles().filter(({ path }) => path !== 'tests/words.test.ts');
  expect(files.length).toBeGreaterThan(800);
  expect(files.flatMap(({ path, text }) => findWords(path, text))).toEqual([]);
});

test('a forbidden word is found in comments, names and paths', () => {
  const text = 'await Promise.allSettled(all); // unsettled\nconst isDoomed = sayCount(NOBODY);';
  expect(findWords('server/upkeep.ts', text)).toEqual([
    'server/upkeep.ts:0: "upkeep" is called "maintenance" here',
    'server/upkeep.ts:1: "unsettled" is called "seal" here',
    'server/upkeep.ts:2: "Doomed" is called "to delete" here',
    'server/upkeep.ts:2: "sayCount" is called "format…" here',
  ]);
});
