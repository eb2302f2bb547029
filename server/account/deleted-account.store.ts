import { nameDeleted } from '../access/names.store.ts';
import type { Actor } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { Engine, Write } from '../engine/engine.ts';
import { binLastLinks } from '../links/bin/deleted-links.store.ts';
import { giveLastLinks } from '../links/ownership.store.ts';
import { readAccount, type AccountRow } from './account.store.ts';
import { endSessions } from './sessions.store.ts';

interface Deletion {
  readonly account: Pick<AccountRow, 'id'>;
  readonly links: { readonly count: number; readonly to: number | 'bin' };
}

/**
 * History and audit keep its number. Its names and addresses are found nowhere afterwards. False:
 * it is active again.
 */
export function deleteAccountRow(
  engine: Engine,
  actor: Actor,
  { account: { id }, links }: Deletion,
): Promise<boolean> {
  const name = nameDeleted(id);
  return engine.write(async (tx, changed) => {
    if ((await readAccount(tx, id))?.is_active !== 0) return false;
    if (links.to === 'bin') await binLastLinks(tx, changed, { actor, owner: id });
    await giveLastLinks(tx, id, links.to === 'bin' ? 0 : links.to);
    await engine.sql.erase(tx, async () => {
      await deleteRows(tx, id);
      await renameInAudit(tx, id, name);
      await renameInImports(tx, id, name);
    });
    const target = { kind: 'account', id, name };
    const present = { links: links.count, links_to: links.to };
    await record(tx, actor, { action: 'account.deleted', target, present });
    return true;
  });
}

async function deleteRows(tx: Write, id: number): Promise<void> {
  await endSessions(tx, id);
  for (const table of ['api_token', 'factor', 'identity', 'known_address', 'saved_view'] as const) {
    await tx.deleteFrom(table).where('account_id', '=', id).execute();
  }
  await tx
    .deleteFrom('one_time_link')
    .where((of) => of.or([of('account_id', '=', id), of('created_by', '=', id)]))
    .execute();
  await tx.deleteFrom('account').where('id', '=', id).execute();
}

/** Its former names too. */
async function renameInAudit(tx: Write, id: number, name: string): Promise<void> {
  await tx.updateTable('audit').set({ actor_name: name }).where('actor_id', '=', id).execute();
  const about = tx.updateTable('audit').where('target_kind', '=', 'account');
  await about.set({ target_name: name }).where('target_id', '=', id).execute();
  await about
    .set({ former: '', present: '' })
    .where('target_id', '=', id)
    .where('action', '=', 'account.changed')
    .execute();
}

/** An import keeps who sent it, as JSON. */
async function renameInImports(tx: Write, id: number, name: string): Promise<void> {
  const jobs = tx.selectFrom('import_job').select(['id', 'actor']);
  for (const job of await jobs.where('actor', 'like', `%"account":${id},%`).execute()) {
    const actor = JSON.stringify({ ...(JSON.parse(job.actor) as object), name });
    await tx.updateTable('import_job').set({ actor }).where('id', '=', job.id).execute();
  }
}
