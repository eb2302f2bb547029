import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createSeal, SSO_SECRET, type Seal } from '../account/encryption.ts';
import { createTokenCipher, type TokenCipher } from '../account/tokens.ts';
import { createActor } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import { findLastLinkId } from '../clicks/journal/last-link-id.ts';
import { readOrigins } from '../clicks/journal/origin.ts';
import { listSegments, measureSegment, openJournalDirectory } from '../clicks/journal/segments.ts';
import { copyDatabase } from '../engine/sqlite/backup-footer.ts';
import { DATABASE_FILE, RESTORE_FILE } from '../engine/files/data-directory.ts';
import { KEY_BYTES, openSecretKey } from '../engine/files/secret-key.ts';
import { lockDataDirectory } from '../engine/sqlite/sqlite.ts';
import { lockDatabase, stageBackup, type StagedDatabase } from '../engine/sqlite/restore.ts';

export interface RestoreResult {
  readonly createdAt: number; // Unix seconds
  readonly links: number;
  /** The database before the restore; null when there was none. */
  readonly former: string | null;
}

/** Throws without any change when a server runs or the backup is incomplete or too new. */
export async function restoreBackup(dataDir: string, path: string): Promise<RestoreResult> {
  const lock = lockDataDirectory(dataDir);
  if (lock === null) throw new Error(`a Brisk server uses ${dataDir}: stop it first`);
  const staged = join(dataDir, RESTORE_FILE);
  try {
    rmSync(staged, { force: true });
    copyDatabase(path, staged);
    return await replaceDatabase(dataDir, staged);
  } finally {
    for (const suffix of ['', '-journal']) rmSync(staged + suffix, { force: true });
    lock.release();
  }
}

/** The next start counts clicks since the backup, which the journal still holds. */
async function replaceDatabase(dataDir: string, file: string): Promise<RestoreResult> {
  const staged = stageBackup(file);
  try {
    const live = lockDatabase(dataDir);
    try {
      const { createdAt } = staged;
      const links = await countLinks(staged);
      const journal = openJournalDirectory(dataDir);
      await adaptKey(staged, dataDir, journal);
      await recordRestore(staged);
      // Ids are never reused, so clicks after the backup cannot reach new links.
      staged.finish(Math.max(live.lastLinkId, await findLastLinkId(journal)));
      const instant = new Date().toISOString().replaceAll(/[-:]/g, '');
      const database = join(dataDir, DATABASE_FILE);
      const former = `${database}.before-restore-${instant}`;
      live.replaceBy(file, former);
      return { createdAt, links, former: existsSync(former) ? former : null };
    } finally {
      live.release();
    }
  } finally {
    staged.close();
  }
}

/** Versions before `audit` made backups without the table. */
async function recordRestore({ db }: StagedDatabase): Promise<void> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'audit')) return;
  const event = { action: 'site.restored', target: { kind: 'site' } } as const;
  await db.transaction().execute((tx) => record(tx, createActor('command'), event));
}

async function countLinks({ db }: StagedDatabase): Promise<number> {
  const { links } = await db
    .selectFrom('link')
    .select((eb) => eb.fn.countAll<number>().as('links'))
    .executeTakeFirstOrThrow();
  return links;
}

/** Adopts the key of the directory: the last step can replace only one file, the database. */
async function adaptKey(staged: StagedDatabase, dataDir: string, journal: string): Promise<void> {
  const { secretKey } = staged;
  if (secretKey?.length !== KEY_BYTES) return;
  const key = openSecretKey(dataDir, secretKey);
  if (key.equals(secretKey)) return;
  await markJournalCounted(staged, journal);
  await reencryptToken(staged, createTokenCipher(secretKey), createTokenCipher(key));
  await resealFactors(staged, createSeal(secretKey), createSeal(key));
  await resealProvider(staged, createSeal(secretKey), createSeal(key));
}

/** With a different key the journal belongs to another site. */
async function markJournalCounted({ db }: StagedDatabase, journal: string): Promise<void> {
  const names = listSegments(journal);
  const sizes = new Map<string, number>();
  for (const [name, origin] of readOrigins(journal, names)) {
    sizes.set(origin, Math.max(measureSegment(journal, name), sizes.get(origin) ?? 0));
  }
  for (const [name, size] of sizes) {
    const bytes = { drained_bytes: size };
    await db
      .insertInto('journal_segment')
      .values({ name, ...bytes })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(bytes))
      .execute();
  }
}

async function reencryptToken(
  { db }: StagedDatabase,
  old: TokenCipher,
  cipher: TokenCipher,
): Promise<void> {
  const tokens = await db.selectFrom('api_token').select(['id', 'token_sealed']).execute();
  for (const { id, token_sealed } of tokens) {
    if (token_sealed === '') continue;
    // A token whose key is lost works but cannot be shown.
    const token = old.decrypt(token_sealed);
    if (token === null) continue;
    await db
      .updateTable('api_token')
      .set({ token_sealed: cipher.encrypt(token) })
      .where('id', '=', id)
      .execute();
  }
}

/** A provider whose key is lost needs its secret again. */
async function resealProvider({ db }: StagedDatabase, old: Seal, seal: Seal): Promise<void> {
  const providers = await db.selectFrom('sso_provider').select(['id', 'secret_sealed']).execute();
  for (const { id, secret_sealed: sealed } of providers) {
    const secret = old.open(SSO_SECRET, sealed);
    if (secret === null) continue;
    const resealed = { secret_sealed: seal.close(SSO_SECRET, secret) };
    await db.updateTable('sso_provider').set(resealed).where('id', '=', id).execute();
  }
}

/** An authenticator app whose key is lost must be set up again. */
async function resealFactors({ db }: StagedDatabase, old: Seal, seal: Seal): Promise<void> {
  const apps = db.selectFrom('factor').select(['id', 'secret']).where('kind', '=', 'totp');
  for (const { id, secret: sealed } of await apps.execute()) {
    const secret = old.open('totp', sealed);
    if (secret === null) continue;
    const resealed = { secret: seal.close('totp', secret) };
    await db.updateTable('factor').set(resealed).where('id', '=', id).execute();
  }
}
