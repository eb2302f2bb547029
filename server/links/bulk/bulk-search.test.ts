import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../../tests/support/test-engine.ts';
import { indexLinks } from '../../search/search-index.ts';
import { findMatches } from '../../search/search.ts';
import { SEGMENT_SIZE } from '../../search/segment.ts';
import { editInBulk } from './bulk-edits.ts';
import { undoBulk } from './undo-bulk.ts';
import { authority, ownerCall } from '../../../tests/support/owner.ts';

test('an indexed search sees a bulk edit, and then its undo', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-bulk-search-'));
  const engine = await openTestEngine(dataDir);
  await seedLinks(
    engine,
    Array.from({ length: SEGMENT_SIZE + 100 }, (_, at) => ({
      short_url: `l${at}`,
      long_url: `https://old.example/${at}`,
      note: 'Ask Ada',
    })),
  );
  await indexLinks(engine);
  const count = async (field: 'long_url' | 'note', text: string) =>
    (await findMatches(engine, [field], text)).size;
  const countAll = async () => [
    await count('long_url', 'old.example'),
    await count('long_url', 'new.example'),
    await count('note', 'Ada'),
    await count('note', 'Grace'),
  ];
  const all = SEGMENT_SIZE + 100;
  expect(await countAll()).toEqual([all, 0, all, 0]);

  const ids = Array.from({ length: 1000 }, (_, at) => at * 16 + 1);
  const site = { engine, ownHostname: null, domains: () => [] };
  const { bulk_id: bulkId, changed } = await editInBulk(
    site,
    {
      ids,
      set: { note: 'Ask Grace' },
      replace_in_url: { find: 'old.example', put: 'new.example' },
      dry_run: false,
    },
    { authority, call: ownerCall },
  );
  expect(changed).toBe(ids.length);
  expect(await countAll()).toEqual([all - 1000, 1000, all - 1000, 1000]);
  await undoBulk(engine, { bulkId: bulkId!, authority, call: ownerCall, ownHostnames: [] });
  expect(await countAll()).toEqual([all, 0, all, 0]);
  await engine.close();
  rmSync(dataDir, { recursive: true });
}, 300_000);
