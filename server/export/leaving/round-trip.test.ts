import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBlankCode, isReservedCode } from '../../../contracts/links/custom-code.ts';
import { joinCode } from '../../../contracts/links/domain-code.ts';
import { parseLongUrl } from '../../../contracts/links/long-url.ts';
import { fc } from '../../../tests/support/random.ts';
import { readSource } from '../../../tests/support/source-links.ts';
import { removeLinks, seedLinks } from '../../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../../tests/support/test-engine.ts';
import { chooseForRun } from '../../../tests/support/test-run.ts';
import { addTags } from '../../tags/tags.store.ts';
import { toSingleLine } from '../../../contracts/text.ts';
import { selectExported } from '../export.store.ts';
import { programFormats, writeForProgram } from './write-leaving.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'brisk-leaving-'));
const engine = await openTestEngine(dataDir);
afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

const sign = fc.constantFrom(
  ...Array.from('aB1\'"\\`;,|=+-@()%_~^$*{}é中'),
  '👍🏽',
  '--',
  '/*',
  '\\n',
  "''",
);
const text = fc.string({ unit: sign, maxLength: 8 });
const word = text.filter((one) => !/[/?#\s]/.test(one));
const segment = fc
  .tuple(word, fc.integer({ min: 0, max: 999 }))
  .map(([one, number]) => `c${one}${number}`);
const code = fc
  .array(segment, { minLength: 1, maxLength: 3 })
  .map((segments) => segments.join('/'))
  .filter((one) => !isBlankCode(one) && !isReservedCode(one));
const longUrl = fc
  .tuple(text, text, text)
  .map(([path, query, end]) => parseLongUrl(`https://example.com/${path}?${query}#${end}`))
  .filter((url) => url !== null);
/** Bars part the tags of Shlink, and a semicolon those of other tables. */
const tag = fc.constantFrom('one', 'Two words', "it's", '=1', '"', '中文');

const link = fc.record({
  short_url: code,
  long_url: longUrl,
  title: text.map((one) => toSingleLine(one)),
  clicks: fc.integer({ min: 0, max: 4_000_000_000 }),
  created_at: fc.integer({ min: 86_400, max: 2_000_000_000 }),
  ip: fc.constantFrom('', '192.0.2.1', '2001:db8::1'),
  tags: fc.uniqueArray(tag, { maxLength: 3 }),
  domain: fc.constantFrom('', 'two.example'),
});
const links = fc.uniqueArray(link, {
  maxLength: 6,
  selector: (one) => joinCode(one.domain, one.short_url.toLowerCase()),
});

type Fields = Record<string, unknown>;

function pick(one: object, names: readonly string[], code?: string): Fields {
  const fields: Fields = { ...one, ...(code !== undefined && { short_url: code }) };
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

interface Code {
  readonly domain: string;
  readonly short_url: string;
}

function codeOf({ domain, short_url: code }: Code): string {
  return joinCode(domain, code);
}

type Link = typeof link extends fc.Arbitrary<infer Value> ? Value : never;

function toSeed({ domain, short_url: code, long_url, title, clicks, created_at, ip }: Link) {
  return { short_url: joinCode(domain, code), long_url, title, clicks, created_at, ip };
}

async function writeText(format: keyof typeof programFormats) {
  const { parts, report } = writeForProgram(engine, programFormats[format]);
  const chunks = await Array.fromAsync(parts);
  return { text: Buffer.concat(chunks).toString(), report };
}

const cases = [
  ['sql', 'dump.sql', ['short_url', 'long_url', 'title', 'clicks', 'created_at', 'ip']],
  ['shlink-csv', 'links.csv', ['short_url', 'long_url', 'title', 'tags']],
] as const;

test.each(cases)(
  'links that leave as %s come back equal in what it holds',
  async (format, file, names) => {
    await fc.assert(
      fc.asyncProperty(links, async (given) => {
        await removeLinks(engine);
        if (given.length > 0) await seedLinks(engine, given.map(toSeed));
        const stored = await engine.db.selectFrom('link').select(['id', 'short_url']).execute();
        const tagsOf = new Map(given.map((one) => [codeOf(one), one.tags]));
        const tagged = stored.map((row) => [row.id, tagsOf.get(row.short_url)!] as const);
        await engine.write((tx) => addTags(tx, engine.sql, new Map(tagged)));
        const ids = stored.map(({ id }) => id).toSorted((a, b) => a - b);
        const exported = await selectExported({ engine, reach: 'all', addressReach: 'all' }, ids);
        const kept = exported.filter(({ domain }) => format !== 'sql' || domain === '');
        const wanted = kept.map((one) => pick(one, names, codeOf(one)));
        const { text: content, report } = await writeText(format);
        expect(report.written).toBe(kept.length);
        const { links: read } = await readSource(content, {}, file);
        expect(read.map((one) => pick(one, names))).toEqual(wanted);
      }),
      { numRuns: chooseForRun(15, 200) },
    );
  },
  300_000,
);

test('an SQL file has the links of the main domain, and one of a long code stays here', async () => {
  await removeLinks(engine);
  await seedLinks(engine, [
    { short_url: 'a', title: "It's" },
    { short_url: 'x'.repeat(101) },
    { short_url: 'two.example/b' },
    { short_url: 'off', is_active: 0 },
  ]);
  const { text: content, report } = await writeText('sql');
  expect(report.describe()).toBe(
    '1 written, 3 left out: 1 of further domains, 1 switched off, ' +
      '1 with a code or target that the format cannot hold',
  );
  expect(content).toContain(
    "('a', 'https://example.com/', 'It\\'s', '2023-11-14 22:13:20', '203.0.113.7', 0)",
  );
});
