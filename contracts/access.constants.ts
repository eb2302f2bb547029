/**
 * What a call needs. `own`: an account of one's own. The others name what they read or change;
 * `all` = beyond the links of one's own. `owners`: to touch owners and admins.
 */
export const rights = [
  'own',
  'links.create',
  'links.read',
  'links.edit',
  'links.edit-all',
  'links.purge',
  'links.import',
  'links.export',
  'stats.read',
  'stats.read-all',
  'domains',
  'settings',
  'status',
  'audit',
  'accounts',
  'owners',
  'html',
  'sign-in',
  'backup',
  'clear',
] as const;
export type Right = (typeof rights)[number];

/** The most powerful first. */
export const roles = ['owner', 'admin', 'editor', 'author', 'viewer'] as const;
export type Role = (typeof roles)[number];

const author = [
  'own',
  'links.read',
  'links.export',
  'stats.read',
  'links.create',
  'links.edit',
] as const;
const viewer = ['own', 'links.read', 'links.export', 'stats.read', 'stats.read-all'] as const;
const editor = [...author, 'links.edit-all', 'links.import', 'stats.read-all'] as const;
const admin = [
  ...editor,
  'links.purge',
  'domains',
  'settings',
  'status',
  'audit',
  'accounts',
] as const;

const rightsByRole: Readonly<Record<Role, ReadonlySet<Right>>> = {
  owner: new Set<Right>(rights),
  admin: new Set<Right>(admin),
  editor: new Set<Right>(editor),
  author: new Set<Right>(author),
  viewer: new Set<Right>(viewer),
};

/** Only an owner makes these, and touches who has them. */
export function isPowerful(role: Role): boolean {
  return role === 'owner' || role === 'admin';
}

export interface Standing {
  readonly role: Role;
  /** Whether an author sees the links of others too. Of other roles it says nothing. */
  readonly seesAll: boolean;
}

export function hasRight({ role, seesAll }: Standing, right: Right): boolean {
  if (role === 'author' && seesAll && right === 'stats.read-all') return true;
  return rightsByRole[role].has(right);
}

export function rightsOf(standing: Standing): Right[] {
  return rights.filter((right) => hasRight(standing, right));
}

/** Whether someone may manage, invite or name people of a role. */
export function mayManage(standing: Standing, role: Role): boolean {
  return hasRight(standing, 'accounts') && (!isPowerful(role) || hasRight(standing, 'owners'));
}

/** What an API token may do for its account. None implies another. */
export const scopes = [
  'links:create',
  'links:read',
  'links:write',
  'stats:read',
  'domains:write',
  'import',
  'export',
  'status:read',
  'audit:read',
] as const;
export type Scope = (typeof scopes)[number];

/** The scopes of the API token that an account shows on its page. What the role lacks stays closed. */
export const defaultScopes: readonly Scope[] = [
  'links:create',
  'links:read',
  'links:write',
  'stats:read',
  'status:read',
];

/** A login counts as fresh for so many seconds, and then asks for the password again. */
export const FRESH_SECONDS = 600;

/** How a login began. */
export type LoginWay = 'password' | 'link' | 'passkey' | 'sso';

/** The logins and the named tokens of an account; of more logins the oldest ends. */
export const LOGINS_MAX = 50;
export const TOKENS_MAX = 50;
