/**
 * What a call needs. `own`: an account of one's own. The others name what they read or change;
 * `all` = beyond the links of one's own.
 */
const rights = [
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

export type Role = 'owner' | 'admin' | 'editor' | 'author' | 'viewer';

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

export function hasRight(role: Role, right: Right): boolean {
  return rightsOf[role].has(right);
}

/** What an API token may do for its account. None implies another. */
export type Scope =
  | 'links:create'
  | 'links:read'
  | 'links:write'
  | 'stats:read'
  | 'domains:write'
  | 'import'
  | 'export'
  | 'status:read';

/** The scopes of the API token that an account shows on its page. */
export const defaultScopes: readonly Scope[] = [
  'links:create',
  'links:read',
  'links:write',
  'stats:read',
  'status:read',
];
