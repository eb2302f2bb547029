import type { Generated } from 'kysely';

export interface AccountTable {
  /** The set-up inserts 1, so that exactly one wins. */
  id: Generated<number>;
  username: string;
  email: string;
  password_hash: string;
  role: 'owner' | 'admin' | 'editor' | 'author' | 'viewer';
  created_at: number;
}

export interface SessionTable {
  token_hash: string;
  account_id: number;
  expires_at: number;
}

export interface KnownAddressTable {
  /** A keyed digest, which does not reveal the address. */
  mark: string;
  last_login_at: number;
}

export interface RefusedPasswordTable {
  link_id: number;
  hour: number;
  times: number;
}

export interface ApiTokenTable {
  account_id: number;
  token_hash: string;
  token_sealed: string;
  ip: string;
  user_agent: string;
  created_at: number;
}

export interface AuditTable {
  id: Generated<number>;
  at: number;
  actor_kind: 'account' | 'guest' | 'command' | 'system';
  actor_id: number;
  actor_name: string;
  network: string;
  action: string;
  target_kind: string;
  target_id: number;
  target_name: string;
  former: string;
  present: string;
}
