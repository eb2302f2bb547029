import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createTokenSeal, type TokenSeal } from '../account/tokens.ts';
import { findLastLinkId } from '../clicks/last-link-id.ts';
import { readOrigins } from '../clicks/origin.ts';
import { listSegments, measureSegment, openJournalDirectory } from '../clicks/segments.ts';
import { copyDatabase } from '../engine/backup-footer.ts';
import { DATABASE_FILE, RESTORE_FILE } from '../engine/data-directory.ts';
import { KEY_BYTES, openSecretKey } from '../engine/secret-key.ts';
import { lockDataDirectory } from '../engine/sqlite.ts';
import { holdDatabase, openStaged, type StagedDatabase } from '../engine/sqlite-restore.ts';

/** What a restore has brought back. */
export interface Restored {
  /** The instant of the backup, in Unix seconds. */
  readonly createdAt: number;
  readonly links: number;
  /** Where the former database lies now; null when there was none. */
  readonly former: string | null;
}

/**
 * Makes a site what it was at the instant of a backup. What the journal holds of the clicks since
 * is counted at the next start. Throws, and has changed nothing, when a server runs or the file is
 * not a whole backup of this version or an older one.
 */
export async function restoreBackup(dataDir: string, path: string): Promise<Restored> {
  const lock = lockDataDirectory(dataDir);
  if (lock === null) throw new Error(`a Brisk server uses ${dataDir}: stop it first`);
  const staged = join(dataDir, RESTORE_FILE);
  try {
    rmSync(staged, { force: true });
    copyDatabase(path, staged);
    return await putInPlace(dataDir, staged);
  } finally {
    for (const suffix of ['', '-journal']) rmSync(staged + suffix, { force: true });
    lock.release();
  }
}

async function putInPlace(dataDir: string, file: string): Promise<Restored> {
  const staged = openStaged(file);
  try {
    const live = holdDatabase(dataDir);
    try {
      const { createdAt } = staged;
      const links = await countLinks(staged);
      const journal = openJournalDirectory(dataDir);
      await adoptKey(staged, dataDir, journal);
      // Ids are never given twice: clicks since the backup belong to links that are gone with it.
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

async function countLinks({ db }: StagedDatabase): Promise<number> {
  const { links } = await db
    .selectFrom('link')
    .select((eb) => eb.fn.countAll<number>().as('links'))
    .executeTakeFirstOrThrow();
  return links;
}

/**
 * Brings the key of the backup and that of the data directory together without a change of the
 * latter: so one file put in the place of another is all that a restore does at its end. With
 * another key the directory has belonged to another site until now.
 */
async function adoptKey(staged: StagedDatabase, dataDir: string, journal: string): Promise<void> {
  const { secretKey } = staged;
  if (secretKey?.length !== KEY_BYTES) return;
  const key = openSecretKey(dataDir, secretKey);
  if (key.equals(secretKey)) return;
  await passOver(staged, journal);
  await sealAnew(staged, createTokenSeal(secretKey), createTokenSeal(key));
}

/** Has the clicks in the journal taken for counted: they were on the links of another site. */
async function passOver({ db }: StagedDatabase, journal: string): Promise<void> {
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

/** Seals the API token with the key by which its page will open it. */
async function sealAnew({ db }: StagedDatabase, old: TokenSeal, seal: TokenSeal): Promise<void> {
  const tokens = await db.selectFrom('api_token').select(['account_id', 'token_sealed']).execute();
  for (const { account_id, token_sealed } of tokens) {
    // One whose key was lost before the backup works, but cannot be shown.
    const token = old.open(token_sealed);
    if (token === null) continue;
    await db
      .updateTable('api_token')
      .set({ token_sealed: seal.seal(token) })
      .where('account_id', '=', account_id)
      .execute();
  }
}
