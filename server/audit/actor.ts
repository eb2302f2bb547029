import type { Way } from '../../contracts/links/history.constants.ts';
import { networkRange } from '../http/client/client-address.ts';
import type { Call } from '../http/endpoint.ts';
import type { AuditEvent } from './audit-log.ts';

export interface RecordedEvent extends AuditEvent {
  readonly actor: string;
}

/** Who makes a change, and from where. */
export interface Actor {
  readonly kind: 'account' | 'guest' | 'command' | 'system';
  /** 0 = no account. */
  readonly account: number;
  readonly name: string;
  readonly way: Way;
  /** /24 or /48; '' = over no connection. */
  readonly network: string;
  readonly recorded: RecordedEvent[];
}

type AuditedCall = Pick<Call, 'caller' | 'address'>;

const actors = new WeakMap<AuditedCall, Actor>();

export function actorOf(call: AuditedCall): Actor {
  return actors.getOrInsertComputed(call, describeActor);
}

function describeActor({ caller, address }: AuditedCall): Actor {
  const network = networkRange(address);
  if (caller.via === 'nothing') {
    return { kind: 'guest', account: 0, name: 'guest', way: 'api-token', network, recorded: [] };
  }
  const way = caller.via === 'login' ? 'login' : 'api-token';
  const name = way === 'login' ? caller.username : way;
  return { kind: 'account', account: caller.account, name, way, network, recorded: [] };
}

/** The actor of a call that logs in to an account, or makes it. */
export function actorAs(call: AuditedCall, account: number, name: string): Actor {
  return { ...actorOf(call), kind: 'account', account, name };
}

export function createActor(kind: 'command' | 'system'): Actor {
  return { kind, account: 0, name: kind, way: 'login', network: '', recorded: [] };
}
