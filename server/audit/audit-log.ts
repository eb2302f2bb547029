import pino, { type DestinationStream } from 'pino';
import type { AuditAction, LoggedAction } from '../../contracts/people/audit.constants.ts';
import { networkRange } from '../http/client/client-address.ts';
import { ClientLimit } from '../http/client/client-limit.ts';
import { nowSeconds } from '../engine/now.ts';

/** Callers repeat these at will, so their lines are limited. */
const repeatable: ReadonlySet<string> = new Set([
  'access.refused',
  'access.throttled',
  'link.password_throttled',
  'login.throttled',
  'token.refused',
]);
const WINDOW_SECONDS = 600;
/** More than the `maxretry` of the fail2ban jail in `docs/operations.md`. */
const NETWORK_LINES_MAX = 30;
const SITE_LINES_MAX = 300;

export interface AuditTarget {
  readonly kind: string;
  readonly id?: number;
  readonly name?: string;
}

export interface AuditEvent<Action extends AuditAction | LoggedAction = AuditAction> {
  readonly action: Action;
  readonly target?: AuditTarget;
  /** The values before and after; never in the log. */
  readonly former?: unknown;
  readonly present?: unknown;
}

export interface AuditLine extends AuditEvent<AuditAction | LoggedAction> {
  /** The name of an account, or `api-token`, `guest`, `unknown`, `system` or `command`. */
  readonly actor: string;
  /** '' = the event came over no connection. */
  readonly address: string;
}

export type WriteAuditLine = (line: AuditLine) => void;

/** One JSON line an event, whatever `LOG_LEVEL` is, and one that counts those beyond the limits. */
export function openAuditLog(
  destination: DestinationStream = pino.destination({ dest: 1, sync: true }),
): WriteAuditLine {
  const isWithinLimits = createLineLimits();
  let skipped = 0;
  const write = ({ action, actor, target }: Omit<AuditLine, 'address'>, network: string): void => {
    const line = { audit: true, at: nowSeconds(), action, actor, network, target: target ?? null };
    destination.write(`${JSON.stringify(line)}\n`);
  };
  return (line) => {
    const network = networkRange(line.address);
    if (repeatable.has(line.action) && !isWithinLimits(network)) {
      skipped += 1;
      return;
    }
    if (skipped > 0) {
      const target = { kind: 'lines', name: String(skipped) };
      write({ action: 'audit.skipped', actor: 'system', target }, '');
      skipped = 0;
    }
    write(line, network);
  };
}

function createLineLimits(): (network: string) => boolean {
  const networks = new ClientLimit({ max: () => NETWORK_LINES_MAX, seconds: WINDOW_SECONDS });
  const site = new ClientLimit({ max: () => SITE_LINES_MAX, seconds: WINDOW_SECONDS });
  return (network) => {
    if (networks.secondsToWait(network) > 0 || site.secondsToWait('all') > 0) return false;
    networks.count(network);
    site.count('all');
    return true;
  };
}
