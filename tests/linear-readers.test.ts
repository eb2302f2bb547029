import { describe, expect, test } from 'bun:test';
import { measureCost } from './support/cpu-cost.ts';
import { readers } from './support/hostile-readers.ts';
import { seed } from './support/random.ts';
import { chooseForRun } from './support/test-run.ts';
import { Dice } from './torture/dice.ts';

const SHORT = 2 * 1024;
const LONG = 64 * 1024;
/** Linear is 32, square is 1,024. */
const RATIO_MAX = 160;
/** Below, the compiler may have left out the short call: 160 times this is 10 ns a character. */
const LEAST_US = 4;
/** Other work can make the long call look dear once; one that is not linear is so each time. */
const ATTEMPTS = 5;
const MIXES = chooseForRun(0, 24);

const pieces = [
  ...Array.from(' \t.,;:!?&=#%/\\|+-_*~^"\'`()<>[]{}@$019azAZé链。，「」'),
  '\u0301',
  '\u0327',
  '\u0301\u0327',
  '\uff9e',
  '\u200b',
  '\ufeff',
  '\ud800',
  '👍🏽',
  '..',
  '::',
  '&&',
  '+&',
  'a=&',
  'q=0.1,',
  '%2e',
  '%2e%2e;',
  '%25',
  '%ff',
  '%CC%81%CC%A7',
  '%E2%80%8B',
  'amp;',
  'utm_source=',
  'zh-TW;',
  '--x',
  '\r\n',
  '\r\n--x',
  '127.0.0.1,',
  '::1,',
  'Mozilla/5.0 ',
  '(compatible; ',
  'Android 1; ',
  '{"a":',
  '"a":1,',
  'http://',
  'xn--',
  ' bearer ',
];

interface Mix {
  readonly before: string;
  readonly unit: string;
  readonly after: string;
}

function drawMix(dice: Dice): Mix {
  const draw = (): string => dice.pick(pieces);
  const unit = Array.from({ length: 1 + dice.below(3) }, draw).join('');
  return {
    before: dice.pick(['', draw() + draw()]),
    unit,
    after: dice.pick(['', draw()]),
  };
}

function fill({ before, unit, after }: Mix, length: number): string {
  return before + unit.repeat(Math.floor(length / unit.length)) + after;
}

/** A reader may refuse a text; that takes time, too. */
function readOrRefuse(read: (text: string) => unknown, text: string): unknown {
  try {
    return read(text);
  } catch (error) {
    return error;
  }
}

/** The dots that stop a reader which removes one character in each pass. */
const dots: Mix = { before: 'a/', unit: '.', after: '' };
/** Dots that look like the end of a text. */
const innerDots: Mix = { before: '', unit: '..', after: 'a' };
/** Marks that a normal form has to sort. */
const marks: Mix = { before: 'a', unit: '\u0301\u0327', after: '' };

describe.each(Object.keys(readers))('64 KB cost at most 160 times what 2 KB do: %s', (name) => {
  const read = readers[name]!;
  const dice = new Dice(seed);
  const drawn = Array.from({ length: MIXES }, () => drawMix(dice));
  test.each([dots, innerDots, marks, ...drawn])('%j', (mix) => {
    const short = fill(mix, SHORT);
    const long = fill(mix, LONG);
    let ratio = Number.POSITIVE_INFINITY;
    for (let left = ATTEMPTS; left > 0 && ratio > RATIO_MAX; left -= 1) {
      const cost = measureCost(() => readOrRefuse(read, short));
      ratio = measureCost(() => readOrRefuse(read, long)) / Math.max(LEAST_US, cost);
    }
    expect(ratio, `TEST_SEED=${seed}`).toBeLessThanOrEqual(RATIO_MAX);
  });
});
