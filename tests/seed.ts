import type { Engine, LinkRow } from '../server/engine/engine.ts';

/** How many rows one insert takes, well below the limit of parameters. */
const BATCH = 500;

/** Stores links straight into the database, for tests and measurements that need them there. */
export async function seedLinks(
  engine: Engine,
  links: readonly (Pick<LinkRow, 'short_url'> & Partial<LinkRow>)[],
): Promise<void> {
  const rows = links.map((link, index) => ({
    long_url: 'https://example.com/',
    long_url_hash: index,
    title: '',
    description: '',
    created_at: 1_700_000_000,
    updated_at: 1_700_000_000,
    expires_at: 0,
    clicks: 0,
    is_active: 1,
    ip: '203.0.113.7',
    ...link,
  }));
  await engine.db.transaction().execute(async (tx) => {
    for (let first = 0; first < rows.length; first += BATCH) {
      await tx
        .insertInto('link')
        .values(rows.slice(first, first + BATCH))
        .execute();
    }
  });
}
