import type { Write } from '../engine/engine.ts';
import { Problem } from '../http/problem.ts';
import { selectDomains } from './domains.store.ts';

/** Belongs into the link's transaction: a domain may be deleted meanwhile. Throws `domains.unknown`. */
export async function assertDomain(tx: Write, host: string): Promise<void> {
  if (host === '') return;
  const domains = await selectDomains(tx);
  if (domains.some((domain) => domain.host === host)) return;
  throw new Problem('domains.unknown', { field: 'domain', reason: 'Add the domain first' });
}
