import { parseRouting } from '../../links/routing/routing.ts';
import type { ExportedLink } from '../export.store.ts';

/** Why a link is left out: elsewhere it would be more open, or lead elsewhere. */
export type Loss =
  | 'domain'
  | 'off'
  | 'expiry'
  | 'scheduled'
  | 'limit'
  | 'password'
  | 'rules'
  | 'unwritable';

export const losses: Readonly<Record<Loss, string>> = {
  domain: 'of further domains',
  off: 'switched off',
  expiry: 'with an expiration',
  scheduled: 'that begin later',
  limit: 'with a limit of visits',
  password: 'with a password',
  rules: 'with rules',
  unwritable: 'with a code or target that the format cannot hold',
};

/** null: every visit leads to the long URL, now and later. */
export function findLoss(link: ExportedLink, hasDomains: boolean, now: number): Loss | null {
  if (link.domain !== '' && !hasDomains) return 'domain';
  if (link.is_active === 0) return 'off';
  if (link.expires_at !== 0) return 'expiry';
  const routing = parseRouting(link.routing);
  if (routing.password_hash !== '') return 'password';
  if (routing.max_clicks !== 0) return 'limit';
  if (routing.rules.length > 0) return 'rules';
  return routing.starts_at > now ? 'scheduled' : null;
}
