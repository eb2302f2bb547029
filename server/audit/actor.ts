import type { Way } from '../../contracts/links/history.constants.ts';
import { networkRange } from '../http/client/client-address.ts';
import type { Call } from '../http/endpoint.ts';
import type { AuditEvent } from './audit-log.ts';

export interface RecordedEvent extends AuditEvent {
  readonly actor: string;
}

/** Who makes a change, and from where. */
export interface Actor {
  readonly kind: 'account' | 'service' | 'guest' | 'command' | 'system';
  /** 0 = no account. */
  readonly account: number;
  readonly name: string;
  /** Of its API token; 0 = none. */
  readonly token: number;
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
    const way = 'api-token';
    return { kind: 'guest', account: 0, name: 'guest', token: 0, way, network, recorded: [] };
  }
  return {
    kind: caller.kind === 'service' ? 'service' : 'account',
    account: caller.account,
    name: caller.username,
    token: caller.via === 'token' ? caller.token.id : 0,
    way: caller.via === 'token' ? 'api-token' : 'login',
    network,
    recorded: [],
  };
}

/** The actor of a call that logs in to an account, or makes it. */
export function actorAs(
  call: AuditedCall,
  { id, username }: { readonly id: number; readonly username: string },
): Actor {
  return { ...actorOf(call), kind: 'account', account: id, name: username };
}

/** The name in the log, where each line may come from a token. */
export function nameInLog({ name, token }: Pick<Actor, 'name' | 'token'>): string {
  return token === 0 ? name : 'api-token';
}

export function createActor(kind: 'command' | 'system'): Actor {
  return { kind, account: 0, name: kind, token: 0, way: 'login', network: '', recorded: [] };
}
