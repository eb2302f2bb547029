import { describe, expect, test } from 'bun:test';
import { measureCost } from './support/cpu-cost.ts';
import { readers } from './support/hostile-readers.ts';
import { chooseForRun } from './support/test-run.ts';

const SHORT = 2 * 1024;
const LONG = 64 * 1024;
/** Linear is 32, square is 1,024. */
const RATIO_MAX = 160;
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

/** Reproducible: the same mix for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Mix {
  readonly before: string;
  readonly unit: string;
  readonly after: string;
}

function mixAt(seed: number): Mix {
  const random = createRandom(seed * 7919 + 17);
  const draw = (): string => pieces[Math.floor(random() * pieces.length)]!;
  const count = 1 + Math.floor(random() * 3);
  return {
    before: random() < 0.5 ? '' : draw() + draw(),
    unit: Array.from({ length: count }, draw).join(''),
    after: random() < 0.5 ? '' : draw(),
  };
}

function fill({ before, unit, after }: Mix, length: number): string {
  return before + unit.repeat(Math.floor(length / unit.length)) + after;
}

/** The dots that stop a reader which removes one character in each pass. */
/** A reader may refuse a text; that takes time, too. */
function readOrRefuse(read: (text: string) => unknown, text: string): unknown {
  try {
    return read(text);
  } catch (error) {
    return error;
  }
}

const dots: Mix = { before: 'a/', unit: '.', after: '' };
/** Marks that a normal form has to sort. */
const marks: Mix = { before: 'a', unit: '\u0301\u0327', after: '' };

describe.each(Object.keys(readers))('64 KB cost at most 160 times what 2 KB do: %s', (name) => {
  const read = readers[name]!;
  const seed = Number(process.env['SEED'] ?? Math.floor(Date.now() / 86_400_000));
  const drawn = Array.from({ length: MIXES }, (_, index) => mixAt(seed * 1000 + index));
  test.each([dots, marks, ...drawn])('%j', (mix) => {
    const short = fill(mix, SHORT);
    const long = fill(mix, LONG);
    const ratio =
      measureCost(() => readOrRefuse(read, long)) / measureCost(() => readOrRefuse(read, short));
    expect(ratio, `SEED=${seed}`).toBeLessThanOrEqual(RATIO_MAX);
  });
});
