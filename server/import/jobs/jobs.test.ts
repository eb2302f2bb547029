import { afterAll, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoredFile } from '../../../contracts/fields.ts';
import { jobOptions } from '../../../contracts/import-jobs.ts';
import { authority, ownerCall, ownerToken } from '../../../tests/support/owner.ts';
import { importRow } from '../../../tests/support/imported-link.ts';
import { removeLinks, seedLinks } from '../../../tests/support/statistics/seed.ts';
import { openTestEngine } from '../../../tests/support/test-engine.ts';
import { yourlsRow } from '../../../tests/import-files/yourls-files.ts';
import { createActor } from '../../audit/actor.ts';
import { applyEdit } from '../../links/apply-edit.ts';
import { deleteByCode } from '../../links/bin/deleted-links.store.ts';
import { editOf, selectByCode } from '../../links/links.store.ts';
import type { ImportedLink } from '../import.store.ts';
import { insertJob } from './job.store.ts';
import { Jobs } from './jobs.ts';
import { replaceLinks, restoreFormer } from './replace-links.ts';

const now = 1_800_000_000;
const call = {
  ...ownerCall,
  userAgent: '',
  uploadId: null,
};
const dataDir = mkdtempSync(join(tmpdir(), 'brisk-jobs-'));
const engine = await openTestEngine(dataDir);
const jobs = new Jobs({
  engine,
  folder: join(dataDir, 'imports'),
  ownHostname: null,
  wake: () => undefined,
});
afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(() => removeLinks(engine));

test.each([
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\links.csv', 'links.csv'],
  ['a\0b\u001b[31m\n.json', 'a b [31m .json'],
  [`${'a'.repeat(254)}😀`, 'a'.repeat(254)],
])('the name of a file is one line without a path: %j', async (name, shown) => {
  const path = jobs.nameFile();
  writeFileSync(path, '[]');
  const job = await jobs.upload(new StoredFile(name, path), jobOptions.parse({}), call);
  expect(job.name).toBe(shown);
});

test('a server leaves the job of a command alone', async () => {
  const { id } = await engine.write((tx) =>
    insertJob(tx, {
      name: 'links.json',
      file: join(dataDir, 'links.json'),
      options: jobOptions.parse({}),
      state: 'stopped',
      actor: { ...createActor('command'), ownHostnames: [] },
      total: 2,
      created_at: now,
    }),
  );
  await engine.db.updateTable('import_job').set({ started_at: now }).where('id', '=', id).execute();
  const refused = await jobs.start(id, call).catch((error: unknown) => error);
  expect(refused).toMatchObject({ problem: 'import.not-ready' });
  expect(await jobs.find(id, call)).toMatchObject({ state: 'stopped' });
});

test('only a caller who may add domains starts an import that adds them', async () => {
  const path = jobs.nameFile();
  writeFileSync(path, '[]');
  const token = { ...ownerToken, token: { ...ownerToken.token, isDefault: false } } as const;
  const admin = { ...call, caller: { ...token, scopes: ['import', 'domains:write'] } } as const;
  const options = jobOptions.parse({ domains: 'add' });
  const { id } = await jobs.upload(new StoredFile('links.json', path), options, admin);
  await engine.db.updateTable('import_job').set({ state: 'ready' }).where('id', '=', id).execute();
  const demoted = { ...admin, caller: { ...admin.caller, role: 'editor' } } as const;
  const narrow = { ...admin, caller: { ...admin.caller, scopes: ['import'] } } as const;
  for (const [by, problem] of [
    [demoted, 'call.not-allowed'],
    [narrow, 'call.scope-missing'],
  ] as const) {
    expect(await jobs.start(id, by).catch((error: unknown) => error)).toMatchObject({ problem });
  }
  expect((await jobs.find(id, call)).state).toBe('ready');
  expect((await jobs.start(id, admin)).state).toBe('running');
});

/** Replaces the link, with edits of the same second before and behind it, and undoes that. */
async function replaceAndUndo(titles: { readonly before: string; readonly behind?: string }) {
  await seedLinks(engine, [{ short_url: 'mine' }]);
  const edit = (title: string) =>
    engine.write(async (tx, changed) => {
      const link = (await selectByCode(tx, 'all', 'mine'))!;
      const fields = { ...editOf(link), title };
      await applyEdit(engine, tx, changed, link, { fields, authority, now });
    });
  await edit(titles.before);
  const links = new Map([['mine', importRow({ ...yourlsRow('mine') }) as ImportedLink]]);
  const { former } = await engine.write((tx, changed) =>
    replaceLinks(engine, tx, changed, links, now),
  );
  if (titles.behind !== undefined) await edit(titles.behind);
  const kept = await engine.write((tx, changed) => restoreFormer(engine, tx, changed, former));
  const { title } = (await selectByCode(engine.db, 'all', 'mine'))!;
  return { kept: kept.length, title };
}

test('an undo keeps an edit of the same second, and takes none before it for one', async () => {
  expect(await replaceAndUndo({ before: 'a', behind: 'b' })).toEqual({ kept: 1, title: 'b' });
  await removeLinks(engine);
  expect(await replaceAndUndo({ before: 'a' })).toEqual({ kept: 0, title: 'a' });
});

test('an undo lists a replaced link that lies in the bin', async () => {
  await seedLinks(engine, [{ short_url: 'mine', long_url: 'https://mine.example/' }]);
  const links = new Map([['mine', importRow({ ...yourlsRow('mine') }) as ImportedLink]]);
  const { former } = await engine.write((tx, changed) =>
    replaceLinks(engine, tx, changed, links, now),
  );
  await deleteByCode(engine, authority, 'mine', now);
  const kept = await engine.write((tx, changed) => restoreFormer(engine, tx, changed, former));
  expect(kept).toMatchObject([{ short_url: 'mine', long_url: 'https://mine.example/' }]);
});
