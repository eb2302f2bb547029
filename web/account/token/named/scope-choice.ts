import { scopes, type Right, type Scope } from '../../../../contracts/access.constants.ts';

/** What an account needs before a token with the scope is of use. */
const rightOf: Readonly<Record<Scope, Right>> = {
  'links:create': 'links.create',
  'links:read': 'links.read',
  'links:write': 'links.edit',
  'stats:read': 'stats.read',
  'domains:write': 'domains',
  import: 'links.import',
  export: 'links.export',
  'status:read': 'status',
  'audit:read': 'own',
};

export function listUsefulScopes(may: (right: Right) => boolean): Scope[] {
  return scopes.filter((scope) => may(rightOf[scope]));
}

/** Who changes links has to find them: *write* brings *read* along. */
export function completeScopes(before: readonly Scope[], chosen: readonly string[]): Scope[] {
  const hasNewWrite = chosen.includes('links:write') && !before.includes('links:write');
  return scopes.filter(
    (scope) => chosen.includes(scope) || (scope === 'links:read' && hasNewWrite),
  );
}
