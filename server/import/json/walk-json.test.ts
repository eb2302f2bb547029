import { expect, test } from 'bun:test';
import { refusalOf } from '../../../tests/support/imported-file.ts';
import { fc } from '../../../tests/support/random.ts';
import { memoryFile } from '../source/memory-file.ts';
import type { SourceFile } from '../source/row-source.ts';
import { VALUE_MAX } from './json-text.ts';
import { openJson } from './open-json.ts';
import { readItems } from './read-items.ts';
import { startShape } from './walk-json.ts';

async function walk(text: string, piece: number) {
  const shape = startShape();
  const items: unknown[] = [];
  for await (const some of readItems(memoryFile(text, '', piece), shape)) items.push(...some);
  return { shape, items };
}

const row = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 })),
  },
  fc.jsonValue({ maxDepth: 2 }),
);
const name = fc.string({ unit: fc.constantFrom(...Array.from('a"\\_é\n')), maxLength: 6 });
const rows = fc.array(row, { maxLength: 6 });
const space = fc.constantFrom<string | number>(0, 1, '\t', '\r\n  ');
const pieces = fc.integer({ min: 1, max: 60 });

test('a bare list gives its rows, however the file is cut', async () => {
  await fc.assert(
    fc.asyncProperty(rows, space, pieces, async (list, indent, piece) => {
      const { items, shape } = await walk(JSON.stringify(list, null, indent), piece);
      expect(shape.lists.map(({ kind }) => kind)).toContain('bare');
      expect(items.map((item) => JSON.parse((item as { text: string }).text) as unknown)).toEqual(
        JSON.parse(JSON.stringify(list)),
      );
    }),
    { numRuns: 500 },
  );
});

test('an object of lists gives each list with its name, however the file is cut', async () => {
  const object = fc.dictionary(name, rows, { maxKeys: 4 });
  await fc.assert(
    fc.asyncProperty(object, space, pieces, async (lists, indent, piece) => {
      const { items, shape } = await walk(JSON.stringify(lists, null, indent), piece);
      const seen = shape.lists.map(({ name: list }, number) => [
        list,
        (items as { list: number; text: string }[])
          .filter((item) => item.list === number)
          .map(({ text }) => JSON.parse(text) as unknown),
      ]);
      expect(seen).toEqual(Object.entries(JSON.parse(JSON.stringify(lists)) as object));
    }),
    { numRuns: 500 },
  );
});

test('text that is no JSON is refused or has no links, however it is cut', async () => {
  const unit = fc.constantFrom(...Array.from('[]{}",:/*\\\n 1a'), '{"url":"', 'https://a.example/');
  await fc.assert(
    fc.asyncProperty(fc.string({ unit, maxLength: 30 }), pieces, async (text, piece) => {
      const outcomes = [piece, 1000].map(async (size) => {
        const refusal = await refusalOf(openJson(memoryFile(text, '', size)));
        return refusal instanceof Error ? refusal.message : refusal;
      });
      const [cut, whole] = await Promise.all(outcomes);
      expect(cut).toEqual(whole);
      expect(['import.unreadable', 'import.unknown', null]).toContain(whole as string | null);
    }),
    { numRuns: 2000 },
  );
});

/** A file that gives the same bytes again and again, and then its end. */
function longFile(begin: string, repeated: string, bytes: number, end = ''): SourceFile {
  const piece = Buffer.from(repeated.repeat(Math.ceil(65_536 / repeated.length)));
  return {
    name: '',
    path: '',
    size: bytes,
    async *bytes() {
      yield await Promise.resolve(Buffer.from(begin));
      for (let given = 0; given < bytes; given += piece.length) yield piece;
      yield Buffer.from(end);
    },
  };
}

const GIB = 2 ** 30;
const link = '{"keyword":"a","url":"https://example.com/"}';

test.each([
  ['a value of a gigabyte', '[{"keyword":"', 'x', GIB, '', `longer than ${VALUE_MAX} characters`],
  ['a name of a gigabyte', '{"', 'x', GIB, '', `longer than ${VALUE_MAX} characters`],
  ['a gigabyte of brackets', '[', '[', GIB, '', 'nested too deeply'],
  ['nested objects without an end', '[', '{"a":', GIB, '', 'nested too deeply'],
  ['nested answers of an API', '{"data":', '{"data":', GIB, '', 'nested too deeply'],
  ['a gigabyte of lists', '{"a":[]', ',"a":[]', GIB, '', 'More than 1000 lists'],
  ['links without an end', `[${link}`, `,${link}`, 2 ** 20, '', 'not JSON, or is incomplete'],
  ['a broken row at the end', `[${link}`, `,${link}`, 2 ** 20, ',{"keyword":a}]', 'not JSON'],
])('%s is refused before any row', async (_, begin, repeated, bytes, end, reason) => {
  const refusal = await refusalOf(openJson(longFile(begin, repeated, bytes, end)));
  expect(refusal).toMatchObject({
    problem: 'import.unreadable',
    details: { reason: expect.stringContaining(reason) as unknown },
  });
});

test('rows come at most 1,000 at a time, and an object is no row when it is longer than one', async () => {
  const source = await openJson(longFile(`[${link}`, `,${link}`, 4 * 2 ** 20, ']'));
  let count = 0;
  for await (const batch of source!.rows()) {
    expect(batch.length).toBeWithin(1, 1001);
    count += batch.length;
  }
  expect(count).toBeGreaterThan(90_000);
  const object = longFile(
    `{"keyword":"a","url":"https://example.com/"`,
    ',"x":"y"',
    2 * VALUE_MAX,
    '}',
  );
  expect(await refusalOf(openJson(object))).toMatchObject({ problem: 'import.unknown' });
});
