import type { Generated } from 'kysely';
import type { LoginWay, Role } from '../../contracts/access.constants.ts';

/** People, their logins and their tokens. */
export interface AccountTables {
  account: {
    /** The set-up inserts 1, so that exactly one wins. */
    id: Generated<number>;
    kind: Generated<'person' | 'service'>;
    username: string;
    email: string;
    /** '' = none: no password fits. */
    password_hash: string;
    role: Role;
    sees_all: Generated<number>;
    is_active: Generated<number>;
    epoch: Generated<number>;
    is_ruled_by_sso: Generated<number>;
    created_at: number;
    created_by: Generated<number>;
    last_login_at: Generated<number>;
    language: Generated<'' | 'en' | 'zh'>;
  };
  session: {
    token_hash: string;
    account_id: number;
    way: LoginWay;
    created_at: number;
    seen_at: number;
    confirmed_at: number;
    expires_at: number;
    network: string;
    user_agent: string;
    /** Of the login at the provider of single sign-on; '' = none. */
    sid: string;
  };
  known_address: {
    account_id: number;
    mark: string;
    last_login_at: number;
  };
  one_time_link: {
    token_hash: string;
    kind: 'invitation' | 'reset' | 'login';
    account_id: number;
    email: string;
    /** JSON. */
    grants: string;
    created_by: number;
    created_at: number;
    expires_at: number;
    used_at: Generated<number>;
  };
  api_token: {
    id: Generated<number>;
    account_id: number;
    name: string;
    is_default: number;
    token_hash: string;
    /** '' = its text is not kept. */
    token_sealed: string;
    /** Separated by spaces. */
    scopes: string;
    expires_at: number;
    per_minute: number;
    ip: string;
    user_agent: string;
    created_at: number;
    used_at: Generated<number>;
    used_network: Generated<string>;
  };
  factor: {
    id: Generated<number>;
    account_id: number;
    /** `begun`: a code app that has shown no code yet. */
    kind: 'begun' | 'totp' | 'passkey' | 'recovery';
    name: string;
    /** Sealed, a public key, or a digest. */
    secret: string;
    credential_id: string;
    counter: Generated<number>;
    transports: Generated<string>;
    rp_id: Generated<string>;
    is_backed_up: Generated<number>;
    last_step: Generated<number>;
    created_at: number;
    used_at: Generated<number>;
  };
  identity: {
    issuer: string;
    subject: string;
    account_id: number;
    email: string;
    linked_at: number;
    seen_at: number;
  };
  sso_provider: {
    id: number;
    /** JSON. */
    settings: string;
    secret_sealed: string;
  };
  spent_step: {
    hash: string;
    until: number;
  };
}
