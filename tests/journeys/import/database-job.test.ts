import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Database } from 'bun:sqlite';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startJob } from '../../../contracts/import-jobs.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';
import { sendFile, waitFor } from './import-jobs.ts';
import { testInAll } from '../../support/test-run.ts';

let site: SetUpSite;
beforeAll(async () => {
  site = await openSetUpSite({ env: { BASE_URL: 'https://go.example' } });
});
afterAll(() => site[Symbol.asyncDispose]());

async function importFile(content: string | Uint8Array<ArrayBuffer>, name: string) {
  const { data } = await sendFile(site, content, {}, name);
  const checked = await waitFor(site, data.id, 'ready');
  await site.call(startJob, { id: data.id }, site.token);
  const { counts } = await waitFor(site, data.id, 'done');
  return { source: checked.source, counts };
}

test('a dump of YOURLS comes in by a job, and its passwords still hold', async () => {
  const dump = `-- MySQL dump 10.13
CREATE TABLE \`y_url\` (keyword varchar(9), url text, title text, timestamp datetime, ip text, clicks int);
CREATE TABLE \`y_options\` (option_id int, option_name varchar(64), option_value longtext);
INSERT INTO \`y_options\` VALUES (1,'matthew_pwprotection','{\\"shut\\":\\"hello\\"}');
INSERT INTO \`y_url\` VALUES ('shut','https://example.com/s','','2020-01-02 03:04:05','',7),
('open','https://example.com/o','','2020-01-02 03:04:05','',1),('admin','https://example.com/','','','',0);
`;
  const { source, counts } = await importFile(dump, 'yourls.sql');
  expect(source).toBe('yourls');
  expect(counts).toMatchObject({ read: 3, new: 2, refused: 1 });
  const visit = (init: RequestInit = {}) => site.fetch('/shut', { redirect: 'manual', ...init });
  expect((await site.fetch('/open', { redirect: 'manual' })).status).toBe(302);
  expect((await visit()).status).toBe(200);
  const typed = await visit({ method: 'POST', body: new URLSearchParams({ password: 'hello' }) });
  expect(typed.headers.get('location')).toBe('https://example.com/s');
});

testInAll(
  'a gzipped SQLite file of Zurl comes in by a job, and leaves no file behind',
  async () => {
    const database = new Database(':memory:');
    database.run(
      'create table zurl_urls (short_url text, long_url text, is_active int, clicks int)',
    );
    database.run("insert into zurl_urls values ('zurl', 'https://example.com/z', 1, 3)");
    const packed = gzipSync(database.serialize());
    database.close();
    const { source, counts } = await importFile(Uint8Array.from(packed), 'zurl.db.gz');
    expect([source, counts.new]).toEqual(['zurl', 1]);
    const files = readdirSync(join(site.dataDir, 'imports'));
    expect(files.filter((name) => /tables|unpacked/.test(name))).toEqual([]);
  },
);
