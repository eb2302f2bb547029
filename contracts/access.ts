/**
 * What a call needs. `own`: an account of one's own. The others name what they read or change;
 * `all` = beyond the links of one's own.
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
  'backup',
  'clear',
] as const;
export type Right = (typeof rights)[number];

export const roles = ['owner', 'admin', 'editor', 'author', 'viewer'] as const;
export type Role = (typeof roles)[number];

const viewer = ['own', 'links.read', 'links.export', 'stats.read'] as const;
const author = [...viewer, 'links.create', 'links.edit'] as const;
const editor = [...author, 'links.edit-all', 'links.import', 'stats.read-all'] as const;
const admin = [...editor, 'links.purge', 'domains', 'settings', 'status'] as const;

const rightsOf: Readonly<Record<Role, ReadonlySet<Right>>> = {
  owner: new Set<Right>(rights),
  admin: new Set<Right>(admin),
  editor: new Set<Right>(editor),
  author: new Set<Right>(author),
  viewer: new Set<Right>(viewer),
};

/** Whether a role has a right. */
export function hasRight(role: Role, right: Right): boolean {
  return rightsOf[role].has(right);
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
] as const;
export type Scope = (typeof scopes)[number];

/** The scopes of the API token that an account shows on its page. */
export const defaultScopes: readonly Scope[] = [
  'links:create',
  'links:read',
  'links:write',
  'stats:read',
  'status:read',
];
