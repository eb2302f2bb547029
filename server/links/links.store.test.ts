import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byName, flagNames, textNames } from '../../contracts/links/link-fields.constants.ts';
import { seedLinks } from '../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../tests/support/test-engine.ts';
import { deleteAll, deleteByIds, restoreByIds } from './bin/deleted-links.store.ts';
import { editOf, insertLinks, selectByCode, selectPermanent, updateLink } from './links.store.ts';
import { authority } from '../../tests/support/owner.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'brisk-store-'));
const engine = await openTestEngine(dataDir);

afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

function selectCountsOf(id: number) {
  return engine.db.selectFrom('click_count').selectAll().where('link_id', '=', id).execute();
}

test('a new link is returned exactly as it is stored', async () => {
  const link = {
    short_url: 'a',
    long_url: 'https://example.com/',
    long_url_hash: 52,
    ...byName(textNames, (name) => name),
    is_active: 0,
    expires_at: 1_900_000_000,
    ip: '203.0.113.7',
    ...byName(flagNames, () => 1),
    routing: '{"max_clicks":5}',
    owner_id: 7,
  };
  const insert = () =>
    engine.write(async (tx, changed) => {
      const links = [{ link, isGenerated: false }];
      return (await insertLinks(tx, changed, engine.sql, links, 1_800_000_000)).get('a');
    });
  const inserted = await insert();
  expect(inserted).toMatchObject({ ...link, created_at: 1_800_000_000 });
  expect(await selectByCode(engine.db, 'all', 'a')).toEqual(inserted!);
  expect(await insert()).toBeUndefined();
});

test('a link keeps its counts when it is edited, found, deleted and restored', async () => {
  const counts = { clicks: 52, bots: 2, imported_clicks: 40, last_clicked_at: 1_800_000_005 };
  await seedLinks(engine, [{ id: 7, short_url: 'seven', ...counts }]);
  const seven = (await selectByCode(engine.db, 'all', 'seven'))!;
  expect(seven).toMatchObject({ id: 7, ...counts });
  const changes = { note: 'Lucky', shows_numbers: 1 };
  const edit = { ...editOf(seven), ...changes };
  const edited = await engine.write((tx, changed) =>
    updateLink(tx, changed, seven, { fields: edit, now: 9 }),
  );
  expect(edited).toEqual({ ...seven, ...changes, updated_at: 9 });
  const urls = [{ link: seven, domain: '' }];
  const found = await engine.write((tx) => selectPermanent(tx, engine.sql, 'all', urls));
  expect(found).toEqual([edited!]);
  expect(await deleteByIds(engine, authority, [7], 10)).toBe(1);
  expect(await selectCountsOf(7)).toEqual([]);
  expect(await restoreByIds(engine, { authority, ids: [7], now: 11, ownHostnames: [] })).toBe(1);
  expect(await selectByCode(engine.db, 'all', 'seven')).toEqual(edited);
  expect(await selectCountsOf(7)).toEqual([
    {
      ...counts,
      link_id: 7,
      sorted_clicks: 52,
      sorted_last_click: counts.last_clicked_at,
    },
  ]);
  await deleteAll(engine, authority);
  expect(await engine.db.selectFrom('click_count').selectAll().execute()).toEqual([]);
});
