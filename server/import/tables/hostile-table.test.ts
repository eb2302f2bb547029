import { expect, test } from 'bun:test';
import { readFileBy } from '../../../tests/support/imported-file.ts';
import { fc } from '../../../tests/support/random.ts';
import type { SourceFile } from '../source/row-source.ts';
import { openTable } from './open-table.ts';
import { testInAll } from '../../../tests/support/test-run.ts';

const long = 'https://example.com/a';

/** A file that gives the same bytes again and again. */
function endlessFile(begin: string, repeated: string, bytes: number): SourceFile {
  const piece = Buffer.from(repeated.repeat(Math.ceil(65_536 / repeated.length)));
  return {
    name: 'links.csv',
    path: '/nowhere',
    size: bytes,
    async *bytes() {
      yield await Promise.resolve(Buffer.from(begin));
      for (let given = 0; given < bytes; given += piece.length) yield piece;
    },
  };
}

async function refusalOf(file: SourceFile): Promise<unknown> {
  try {
    const source = await openTable(file, {});
    for await (const batch of source!.rows()) expect(batch.length).toBeLessThanOrEqual(1000);
    return null;
  } catch (error) {
    return error;
  }
}

const GIB = 2 ** 30;
const BIG = 64 * 2 ** 20;

testInAll.each([
  ['a first line of a gigabyte', '', 'x', GIB, 'The first line is longer than 262144 characters'],
  ['a later line of a gigabyte', `code,url\na,${long}\n`, 'x', GIB, 'Row 3 of the table is longer'],
  [
    'a quote without its end',
    `code,url\na,"${long}\n`,
    'b,c\n',
    BIG,
    'Row 2 of the table is longer',
  ],
  ['10,000 columns', 'code,url', ',x', 20_000, 'Row 1 of the table has more than 1000 cells'],
  [
    '10,000 cells in a row',
    `code,url\na,${long}\n`,
    'x,',
    20_000,
    'Row 3 of the table has more than',
  ],
  ['NUL bytes', `code,url\na,${long}${' '.repeat(64)}`, '\0', 65_536, 'The file holds NUL bytes'],
])('%s is refused with the place', async (_, begin, repeated, bytes, reason) => {
  expect(await refusalOf(endlessFile(begin, repeated, bytes))).toMatchObject({
    problem: 'import.unreadable',
    details: { reason: expect.stringContaining(reason) as unknown },
  });
});

test('long rows come in small batches', async () => {
  const file = endlessFile(`code,url,title\n`, `a,${long},${'x'.repeat(60_000)}\n`, 8 * 2 ** 20);
  const source = await openTable(file, {});
  for await (const batch of source!.rows()) expect(batch.length).toBeLessThanOrEqual(18);
});

test('a table that changes its delimiter fails from there, row by row', async () => {
  const { links } = await readFileBy(openTable, `code,url\na,${long}\nb;${long}\nc;${long}\n`);
  const key = 'json.error';
  expect(links).toMatchObject([{ short_url: 'a' }, { key }, { key }]);
});

test('targets that are no web addresses fail, and formulas stay text', async () => {
  const targets = ['javascript:alert(1)', 'data:text/html,x', '=HYPERLINK("https://example.com")'];
  const rows = targets.map((target) => `"x","${target.replaceAll('"', '""')}",""`);
  const file = `code,url,title\n${rows.join('\n')}\n"a","${long}","=1+1"\n`;
  const { links } = await readFileBy(openTable, file);
  const refused = targets.map(() => ({ key: 'error.link' }));
  expect(links).toMatchObject([...refused, { title: '=1+1' }]);
});

test('a column named __proto__ is a column like any other', async () => {
  const { links } = await readFileBy(openTable, `__proto__,code,url,constructor\nx,a,${long},y\n`);
  expect(links).toMatchObject([{ short_url: 'a', long_url: long }]);
});

const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('', ' ', '"', long, '1,234', 'sep=,', 'NULL', '1E+05', 'a;b|c,d', "'=1"),
);
const anyTable = fc.record({
  header: fc.array(
    fc.oneof(fc.constantFrom('url', 'code', 'link', 'Custom Link', 'password', 'tags'), cell),
    { minLength: 1, maxLength: 6 },
  ),
  rows: fc.array(fc.array(cell, { maxLength: 7 }), { maxLength: 5 }),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
});

test('whatever a table holds, each row becomes a link or a reason', async () => {
  await fc.assert(
    fc.asyncProperty(anyTable, async ({ header, rows, delimiter }) => {
      const text = [header, ...rows].map((row) => row.join(delimiter)).join('\n');
      const { links } = await readFileBy(openTable, text).catch((error: unknown) => {
        expect(error).toBeInstanceOf(Error);
        return { links: [] };
      });
      for (const link of links) {
        if ('reason' in link) expect(link.reason).not.toBe('');
        else expect(link.long_url).toMatch(/^https?:/);
      }
    }),
    { numRuns: 1000 },
  );
});
