import { describe, expect, test } from 'bun:test';
import { fc } from '../../../tests/support/random.ts';
import { readSource } from '../../../tests/support/source-links.ts';
import { chooseForRun, firstInShort } from '../../../tests/support/test-run.ts';
import type { SourceFile } from '../source/row-source.ts';
import { openSqlDump } from './open-sql-dump.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const table = 'CREATE TABLE y_url (keyword text, url text, title text, clicks int);\n';
const row = "('a','https://example.com/','t',1)";
const link = { short_url: 'a', long_url: 'https://example.com/', title: 't', clicks: 1 };

/** A file that is never on disk. */
function generate(chunks: () => Iterable<string>): SourceFile {
  return {
    name: 'dump.sql',
    path: 'dump.sql',
    size: 0,
    async *bytes() {
      for (const chunk of chunks()) yield Buffer.from(chunk);
    },
  };
}

async function countLinks(chunks: () => Iterable<string>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'brisk-dump-'));
  try {
    const source = await openSqlDump(generate(chunks), { folder });
    let count = 0;
    for await (const rows of source!.rows()) count += rows.length;
    return count;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const MIB = 1024 * 1024;
/** Of a text, and of all else. */
const SIZES = [chooseForRun(32, 1024) * MIB, chooseForRun(16, 128) * MIB] as const;
/** What one text may take, with room for the collector. */
const MEMORY_MAX = 128 * MIB;

function* repeat(
  before: string,
  piece: string,
  after: string,
  length = SIZES[1],
): Generator<string> {
  const chunk = piece.repeat(Math.ceil(MIB / piece.length));
  yield before;
  for (let size = 0; size < length; size += chunk.length) yield chunk;
  yield after;
}

describe('a dump of any length takes bounded memory, with', () => {
  const insert = 'INSERT INTO y_url VALUES ';
  const shapes: [string, number, () => Iterable<string>][] = [
    [
      'one text of a link',
      1,
      () => repeat(`${table}${insert}('a','https://`, 'x', `','t',1);`, SIZES[0]),
    ],
    [
      'one statement of another table',
      1,
      () =>
        repeat(
          '-- dump\nINSERT INTO wp_posts VALUES (1)',
          ",(2,'x')",
          `;${table}${insert}${row};`,
          SIZES[0],
        ),
    ],
    [
      'one text of another table',
      1,
      () => repeat("-- dump\nINSERT INTO wp_posts VALUES ('", "''", `');${table}${insert}${row};`),
    ],
    ['one comment', 1, () => repeat('-- dump\n/*', '* ', `*/${table}${insert}${row};`)],
    ['one line', 1, () => repeat('-- dump\n-- ', 'x', `\n${table}${insert}${row};`)],
    ['blanks', 1, () => repeat(`${table}${insert}`, '\n', `${row};`)],
    [
      'one statement that is no INSERT',
      1,
      () => repeat('DROP x', ' y (', `;${table}${insert}${row};`),
    ],
  ];

  test.each(firstInShort(shapes))(
    '%s',
    async (_, count, chunks) => {
      Bun.gc(true);
      const before = process.memoryUsage().rss;
      expect(await countLinks(chunks)).toBe(count);
      expect(process.memoryUsage().rss - before).toBeLessThan(MEMORY_MAX);
    },
    600_000,
  );
});

describe('what is no INSERT is passed over:', () => {
  const insert = `INSERT INTO y_url VALUES ${row};`;
  const evil = "INSERT INTO y_url VALUES ('evil','https://evil.example/','',0);";
  const others: [string, string][] = [
    [
      'a trigger',
      `DELIMITER ;;\nCREATE TRIGGER x BEFORE INSERT ON y_url FOR EACH ROW BEGIN ${evil} END ;;\nDELIMITER ;`,
    ],
    [
      'an executed trigger',
      `DELIMITER ;;\n/*!50003 CREATE*/ /*!50003 TRIGGER x BEGIN\n${evil}\nEND */;;\nDELIMITER ;`,
    ],
    ['a comment', `/* ${evil} */`],
    ['a line', `-- ${evil}\n# ${evil}`],
    ['a text of another table', `INSERT INTO other VALUES ('\\'; ${evil.replaceAll("'", "''")}');`],
    ['a view', `/*!50001 CREATE VIEW v AS SELECT 1 AS \`;\`, '${evil.replaceAll("'", "''")}' */;`],
    ['changes', "UPDATE y_url SET url = 'https://evil.example/'; DELETE FROM y_url;"],
    ['a program', "SELECT load_file('/etc/passwd') INTO OUTFILE '/tmp/x'; SOURCE /etc/passwd;"],
    ['a selection', `INSERT INTO other SELECT * FROM y_url;`],
  ];
  test.each(others)('%s', async (_, text) => {
    const { links } = await readSource(`-- MySQL dump\n${table}${text}\n${insert}\n${text}\n`);
    expect(links).toMatchObject([link]);
    expect(links).toHaveLength(1);
  });
});

describe('a dump is refused that', () => {
  const broken: [string, string][] = [
    ['ends inside a text', `${table}INSERT INTO y_url VALUES ('a','https://exa`],
    ['ends inside a row', `${table}INSERT INTO y_url VALUES ('a','https://example.com/'`],
    ['has a row that is too short', `${table}INSERT INTO y_url VALUES ('a');`],
    ['has a row that is too long', `${table}INSERT INTO y_url VALUES ('a','b','c',1,2);`],
    ['has brackets without end', `${table}INSERT INTO y_url VALUES ${'('.repeat(100_000)}`],
    ['has 10,000 values in a row', `${table}INSERT INTO y_url VALUES (${'1,'.repeat(10_000)}1);`],
    ['has 10,000 columns', `CREATE TABLE y_url (${'c text,'.repeat(10_000)}keyword text);`],
    ['selects links', `${table}INSERT INTO y_url SELECT * FROM x;`],
    ['has a word where a row belongs', `${table}INSERT INTO y_url VALUES x;`],
    [
      'names other columns each time',
      `${table}${Array.from({ length: 300 }, (_, at) => `INSERT INTO y_url (keyword,url,title,c${at}) VALUES ('a','b','c',1);`).join('\n')}`,
    ],
    ['has no tables', '-- MySQL dump\nSELECT 1;'],
    [
      'ends inside COPY',
      'COPY public.links (id, address, target) FROM stdin;\n1\ta\thttps://example.com/\n',
    ],
  ];
  test.each(broken)('%s', (_, dump) => {
    expect(readSource(dump)).rejects.toMatchObject({ problem: 'import.unknown' });
  });
});

test('NUL and other controls in texts do not end them', async () => {
  const dump = `${table}INSERT INTO y_url VALUES ('a\\0b','https://example.com/\u0000','t\u0001',1), ${row};`;
  const { links } = await readSource(dump);
  expect(links).toMatchObject([{ key: 'invalid.short.url' }, link]);
});

test('an expression that only a database could compute fails what it stands for', async () => {
  const dump = `${table}INSERT INTO y_url VALUES (concat('a','b'),'https://example.com/','',1),
    ('b',reverse('x'),'',1),('c','https://example.com/' || 'x','',1),(DEFAULT,'https://example.com/','',1), ${row};`;
  const { links } = await readSource(dump);
  const keys = links.map((one) => ('key' in one ? one.key : one.short_url));
  expect(keys).toEqual(['invalid.short.url', 'error.link', 'error.link', 'invalid.short.url', 'a']);
});

test('where chunks are cut makes no difference', async () => {
  const text = fc.string({
    unit: fc.constantFrom('a', "'", '\\', '\n', '"', ';', '-', '/', '*', '中'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { maxLength: 4 }),
      fc.integer({ min: 1, max: 90 }),
      async (titles, size) => {
        const quoted = titles.map(
          (title) => `'${title.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`,
        );
        const rows = quoted.map((title, at) => `('c${at}','https://example.com/',${title},${at})`);
        const dump = Buffer.from(
          `-- MySQL dump\n${table}/* x */ INSERT INTO y_url VALUES ${[row, ...rows].join(', ')};`,
        );
        const file: SourceFile = {
          ...generate(() => []),
          async *bytes() {
            for (let at = 0; at < dump.length; at += size) yield dump.subarray(at, at + size);
          },
        };
        const source = await openSqlDump(file, { folder: tmpdir() });
        const read = (await Array.fromAsync(source!.rows())).flat() as { title: string }[];
        expect(read.map(({ title }) => title)).toEqual(['t', ...titles]);
      },
    ),
    { numRuns: chooseForRun(50, 500) },
  );
});
