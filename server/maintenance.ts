import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Accounts } from './account/account.ts';
import { openTokenSeal } from './account/tokens.ts';
import { drainJournal } from './clicks/drain.ts';
import { openJournalDirectory } from './clicks/segments.ts';
import type { Config } from './config.ts';
import type { Engine } from './engine/engine.ts';
import { DATABASE_FILE, openSqlite } from './engine/sqlite.ts';

/** Counts the clicks in the journal, also beside a running server; returns how many. */
export function flushClicks(config: Config, onError: (error: unknown) => void): Promise<number> {
  return withSite(config, async (engine) => {
    const directory = openJournalDirectory(config.dataDir);
    const { clicks } = await drainJournal({ engine, directory, onError });
    return clicks;
  });
}

/** Sets a new password and ends every login; returns the user name, or null before the set-up. */
export function resetPassword(config: Config, password: string): Promise<string | null> {
  return withSite(config, async (engine) => {
    const seal = openTokenSeal(config.dataDir);
    const accounts = new Accounts({ engine, seal, tellsLoginFault: () => true });
    const { username } = await accounts.getProfile();
    return (await accounts.resetPassword(password)) ? username : null;
  });
}

/** Opens the data of a site that exists: a mistyped DATA_DIR must not become a new one. */
async function withSite<Result>(
  { dataDir }: Config,
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(join(dataDir, DATABASE_FILE))) throw new Error(`there is no site in ${dataDir}`);
  const engine = await openSqlite(dataDir);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}
