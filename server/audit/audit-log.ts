import pino, { type DestinationStream } from 'pino';
import { networkRange } from '../http/client-address.ts';
import { nowSeconds } from '../engine/now.ts';

export interface AuditTarget {
  readonly kind: string;
  readonly id?: number;
  readonly name?: string;
}

export interface AuditEvent {
  /** `group.act` */
  readonly action: string;
  readonly target?: AuditTarget;
}

export interface AuditLine extends AuditEvent {
  /** The name of an account, or `api-token`, `guest` or `unknown`. */
  readonly actor: string;
  readonly address: string;
}

export type WriteAuditLine = (line: AuditLine) => void;

/** One JSON line an event, whatever `LOG_LEVEL` is. The default is standard output. */
export function openAuditLog(
  destination: DestinationStream = pino.destination({ dest: 1, sync: true }),
): WriteAuditLine {
  return ({ action, actor, address, target = null }) => {
    const network = networkRange(address);
    const line = { audit: true, at: nowSeconds(), action, actor, network, target };
    destination.write(`${JSON.stringify(line)}\n`);
  };
}
