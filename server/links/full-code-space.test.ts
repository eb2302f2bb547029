import { expect, spyOn, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestEngine } from '../../tests/test-engine.ts';
import { seedLinks } from '../../tests/seed.ts';
import { drawCode } from './codes.ts';
import { Links } from './links.ts';

const CREATIONS = 5000;
/** So few characters are drawn that their codes can all be taken. */
const CHARACTERS = 3;

/** Makes chance choose among a few characters only, each as likely as the others. */
function narrowChance() {
  const drawn = crypto.getRandomValues.bind(crypto);
  return spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    drawn(array);
    const bytes = array as unknown as Uint8Array;
    for (const [index, byte] of bytes.entries()) bytes[index] = byte % CHARACTERS;
    return array;
  });
}

/** Every code of these characters and this length, but one in `gap`. */
function allCodes(characters: readonly string[], length: number, gap: number): string[] {
  let codes = [''];
  for (let position = 0; position < length; position += 1) {
    codes = codes.flatMap((code) => characters.map((character) => code + character));
  }
  return codes.filter((_, index) => index % gap !== 0);
}

test(`${CREATIONS} links in a code space all but full have codes of their own, and none fails`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-codes-'));
  const engine = await openTestEngine(dataDir);
  using _ = narrowChance();
  const characters = [...new Set(drawCode(0) + drawCode(15) + drawCode(15))];
  expect(characters).toHaveLength(CHARACTERS);
  const taken = [...allCodes(characters, 6, 50), ...allCodes(characters, 7, 50)];
  await seedLinks(
    engine,
    taken.map((code) => ({ short_url: code })),
  );
  const links = new Links({
    engine,
    pageTitles: {
      fetch: () => Promise.resolve({ title: '', description: '' }),
      close: () => undefined,
    },
    onError: (error) => {
      throw error;
    },
    ownHostname: null,
    countPending: () => Promise.resolve(new Map()),
    sortByClicks: () => Promise.resolve(),
  });
  const created = await Promise.all(
    Array.from({ length: CREATIONS }, (_, index) =>
      links.create({ long_url: `https://example.com/${index}`, title: 'x' }, 'localhost', ''),
    ),
  );
  const codes = created.map(({ row }) => row.short_url);
  expect(new Set([...codes, ...taken]).size).toBe(CREATIONS + taken.length);
  expect(codes.some((code) => code.length === 6)).toBe(true);
  const { total } = await engine.db
    .selectFrom('link')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  expect(total).toBe(CREATIONS + taken.length);
  await engine.close();
  rmSync(dataDir, { recursive: true });
}, 60_000);
