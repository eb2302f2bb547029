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

/** Wrong passwords of a link in an hour. */
export interface RefusedPasswordTable {
  link_id: number;
  /** Unix time / 3,600. */
  hour: number;
  times: number;
}

export interface ApiTokenTable {
  account_id: number;
  token_hash: string;
  /** Encrypted with the site's key, because a page must show the token. */
  token_sealed: string;
  ip: string;
  user_agent: string;
  created_at: number;
}

/** What changed beside the fields of links; rows are never changed. */
export interface AuditTable {
  id: Generated<number>;
  at: number;
  actor_kind: 'account' | 'guest' | 'command' | 'system';
  /** 0 = no account. */
  actor_id: number;
  actor_name: string;
  /** /24 or /48; '' = the change came over no connection. */
  network: string;
  /** `group.act` */
  action: string;
  /** '' = the action says all. */
  target_kind: string;
  /** 0 = the target has no id. */
  target_id: number;
  target_name: string;
  /** JSON, as is the next column; '' = nothing to compare. */
  former: string;
  present: string;
}
