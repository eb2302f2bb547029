import type { SsoSettings } from '../../../contracts/people/sso.ts';
import type { Claims } from './provider.ts';

type Rule = SsoSettings['roles'][number];

/**
 * What the provider says of the role. `unruled`: roles are not its matter. `absent`: the claim is
 * missing, which says nothing. `none`: the claim is there, and no value of it gives a role.
 */
export type Given = Pick<Rule, 'role' | 'sees_all'> | 'unruled' | 'absent' | 'none';

export function findRole(
  { role_claim: path, roles }: Pick<SsoSettings, 'role_claim' | 'roles'>,
  claims: Claims,
): Given {
  if (path === '') return 'unruled';
  const claim = readClaim(claims, path);
  if (claim === undefined || claim === null) return 'absent';
  const values = new Set<unknown>(Array.isArray(claim) ? claim : [claim]);
  const rule = roles.find(({ value }) => values.has(value));
  return rule === undefined ? 'none' : { role: rule.role, sees_all: rule.sees_all };
}

/** The name of a claim may have dots itself, as URLs have; else they lead into objects. */
function readClaim(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) {
      return undefined;
    }
    value = Reflect.get(value, part);
  }
  return value;
}
