import { expect, spyOn, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPostgres, openTestEngine } from '../../tests/support/test-engine.ts';
import { seed } from '../../tests/support/random.ts';
import { Dice } from '../../tests/torture/dice.ts';
import { seedLinks } from '../../tests/support/statistics/seed.ts';
import { RESTORE_SECONDS } from '../../contracts/links/bin.constants.ts';
import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { generateCode } from './codes.ts';
import { pruneDeleted, purgeByIds } from './bin/deleted-links.store.ts';
import { Links } from './links.ts';
import { chooseForRun, testInAll } from '../../tests/support/test-run.ts';
import { authority, ownerCall } from '../../tests/support/owner.ts';

const CREATIONS = chooseForRun(1200, isPostgres ? 2000 : 5000);
/** An alphabet that is small enough to take all its codes. */
const CHARACTERS = 3;

/** Makes random bytes choose these characters only, equally often. */
function limitRandomness() {
  const dice = new Dice(seed);
  return spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    const bytes = array as unknown as Uint8Array;
    for (const index of bytes.keys()) bytes[index] = dice.below(CHARACTERS);
    return array;
  });
}

/** All codes of this length, except those in `gap`. */
function allCodes(characters: readonly string[], length: number, gap: number): string[] {
  let codes = [''];
  for (let position = 0; position < length; position += 1) {
    codes = codes.flatMap((code) => characters.map((character) => code + character));
  }
  return codes.filter((_, index) => index % gap !== 0);
}

function openLinks(engine: Engine): Links {
  return new Links({
    engine,
    pageTitles: {
      fetch: () => Promise.resolve({ title: '', description: '' }),
      close: () => undefined,
    },
    onError: (error) => {
      throw error;
    },
    ownHostname: null,
    baseUrl: null,
    guestLinksPerHour: () => 0,
    countPending: () => Promise.resolve(new Map()),
    domains: () => [],
    sortByClicks: () => Promise.resolve(),
    hashPassword: (password) => Promise.resolve(password),
  });
}

testInAll(
  `${CREATIONS} links in a code space all but full have codes of their own, and none fails (seed ${seed})`,
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'brisk-codes-'));
    const engine = await openTestEngine(dataDir);
    using _ = limitRandomness();
    const characters = [...new Set(generateCode(0) + generateCode(15) + generateCode(15))];
    expect(characters).toHaveLength(CHARACTERS);
    const taken = [...allCodes(characters, 6, 50), ...allCodes(characters, 7, 50)];
    await seedLinks(
      engine,
      taken.map((code) => ({ short_url: code })),
    );
    const links = openLinks(engine);
    const created = await Promise.all(
      Array.from({ length: CREATIONS }, (_, index) =>
        links.create({ long_url: `https://example.com/${index}`, title: 'x' }, ownerCall),
      ),
    );
    const codes = created.map((link) => link.short_url);
    expect(new Set([...codes, ...taken]).size).toBe(CREATIONS + taken.length);
    expect(codes.some((code) => code.length === 6)).toBe(true);
    const { total } = await engine.db
      .selectFrom('link')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    expect(total).toBe(CREATIONS + taken.length);
    await engine.close();
    rmSync(dataDir, { recursive: true });
  },
  300_000,
);

test('the code of a purged link is never generated again, but can be chosen', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-codes-'));
  const engine = await openTestEngine(dataDir);
  using _ = limitRandomness();
  const characters = [...new Set(generateCode(0) + generateCode(15) + generateCode(15))];
  const codes = allCodes(characters, 6, 50);
  await seedLinks(
    engine,
    codes.map((code) => ({ short_url: code })),
  );
  const rows = await engine.db.selectFrom('link').select('id').orderBy('id').execute();
  const ids = rows.map(({ id }) => id);
  const [binned, purged] = [ids.slice(0, 100), ids.slice(100, 200)];
  const links = openLinks(engine);
  await links.deleteMany(purged, ownerCall);
  expect(await purgeByIds(engine, authority, purged)).toBe(100);
  await links.deleteMany(binned, ownerCall);
  const seen = new Set(codes);
  const create = async (at: number, code?: string) => {
    const request = { long_url: `https://example.com/${at}`, title: 'x', short_url: code };
    return (await links.create(request, ownerCall)).short_url;
  };
  const drawAll = async (from: number) => {
    for (let at = from; at < from + 300; at += 1) {
      const code = await create(at);
      expect(seen.has(code)).toBe(false);
      seen.add(code);
    }
  };
  await drawAll(0);
  await pruneDeleted(engine, nowSeconds() + RESTORE_SECONDS + 1);
  await drawAll(300);
  expect(await create(600, codes[0])).toBe(codes[0]!);
  expect(await create(601, codes[150])).toBe(codes[150]!);
  // The code stays taken after all links were purged.
  await links.clear(ownerCall);
  await drawAll(700);
  await engine.close();
  rmSync(dataDir, { recursive: true });
}, 300_000);
