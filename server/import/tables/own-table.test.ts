import { expect, test } from 'bun:test';
import { csvLine, CSV_MARK } from '../../../contracts/csv.ts';
import { readFileBy } from '../../../tests/support/imported-file.ts';
import { fc } from '../../../tests/support/random.ts';
import { openTable } from './open-table.ts';

const columns = [
  'short_url',
  'long_url',
  'title',
  'description',
  'note',
  'clicks',
  'created_at',
  'updated_at',
  'expires_at',
  'is_active',
  'ip',
  'tags',
  'domain',
  'routing',
  'is_count_only',
  'shows_numbers',
] as const;

type Row = Partial<Record<(typeof columns)[number] | 'has_password', string | number>>;

const link: Row = {
  short_url: '-AbC',
  long_url: 'https://example.com/',
  clicks: 7,
  created_at: '2024-01-02T03:04:05Z',
  updated_at: '2024-01-02T03:04:06Z',
  expires_at: '2030-01-01T00:00:00Z',
  is_active: 0,
  ip: '192.0.2.1',
  tags: '=sum,[x],a|b',
  routing:
    '{"forward_query":1,"rules":[{"when":{"language":["de"]},"target":"https://example.com/de"}]}',
  is_count_only: 1,
  shows_numbers: 1,
};

function write(
  rows: readonly Row[],
  names: readonly (keyof Row)[] = columns,
  separator = ',',
): string {
  const lines = rows.map((row) =>
    csvLine(
      names.map((name) => row[name] ?? ''),
      separator,
    ),
  );
  return CSV_MARK + csvLine(names, separator) + lines.join('');
}

test.each([',', ';', '\t'])(
  'an export of Brisk comes back in all columns, with %j',
  async (separator) => {
    const { links, source } = await readFileBy(openTable, write([link], columns, separator));
    expect(source.source).toBe('brisk');
    expect(links).toMatchObject([
      {
        ...link,
        created_at: Date.UTC(2024, 0, 2, 3, 4, 5) / 1000,
        updated_at: Date.UTC(2024, 0, 2, 3, 4, 6) / 1000,
        expires_at: Date.UTC(2030, 0, 1) / 1000,
        tags: ['=sum', '[x]', 'a|b'],
      },
    ]);
  },
);

const sign = fc.constantFrom(...Array.from('=+-@|＝\'"‘;\t\r\n ,\u{200B}aé'));
const text = fc.string({ unit: sign, minLength: 1, maxLength: 12 }).map((value) => `${value}z`);

test('texts that a spreadsheet would take for formulas come back as they were', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 60 }), async (notes) => {
      const { source, rows } = await readFileBy(openTable, write(notes.map((note) => ({ note }))));
      expect(rows.map((row) => source.reader.readRow(row).note)).toEqual(notes);
    }),
  );
});

test('a link that had a password fails without its hash, and comes back with it', async () => {
  const names = [...columns, 'has_password'] as const;
  const hash = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';
  const routing = JSON.stringify({ password_hash: hash });
  const rows = [
    { ...link, routing: '', has_password: 1 },
    { ...link, routing: '', has_password: 0 },
    { ...link, routing, has_password: 1 },
  ];
  const { links } = await readFileBy(openTable, write(rows, names));
  expect(links).toMatchObject([{ key: 'link.protected' }, { routing: '' }, { routing }]);
});

test('a table that lost columns of an export fails, row by row', async () => {
  const names = columns.filter((name) => name !== 'is_active' && name !== 'expires_at');
  const { links } = await readFileBy(openTable, write([link], names));
  expect(links).toMatchObject([{ key: 'json.error' }]);
  expect(JSON.stringify(links)).toContain('expires_at, is_active');
});

test('a row that was cut fails', async () => {
  const { links } = await readFileBy(openTable, `${write([])}a,https://example.com/,T\r\n`);
  expect(links).toMatchObject([{ key: 'json.error' }]);
});
