import type { RoutingFields, Rule } from '../../contracts/links/routing.ts';
import { Problem } from '../http/problem.ts';
import { isOwnHost } from './own-host.ts';
import type { Routing } from './routing.ts';

export type RoutingRequest = RoutingFields;

/** Fields of a request replace those of a link. `passwordHash` replaces the password. */
export function mergeRouting(
  former: Routing,
  request: RoutingRequest,
  passwordHash: string | undefined,
): Routing {
  return {
    starts_at: request.starts_at ?? former.starts_at,
    max_clicks: request.max_clicks ?? former.max_clicks,
    fallback_url: request.fallback_url ?? former.fallback_url,
    password_hash: passwordHash ?? former.password_hash,
    redirect_status: request.redirect_status ?? former.redirect_status,
    forward_query: request.forward_query ?? former.forward_query,
    forward_path: request.forward_path ?? former.forward_path,
    rules: request.rules ?? former.rules,
    in_app: request.in_app ?? former.in_app,
    social: request.social ?? former.social,
  };
}

interface Targets {
  readonly rules?: readonly Rule[] | undefined;
  readonly fallback_url?: string | undefined;
  readonly long_url?: string | undefined;
}

/** The first field that leads back to the site; null = none. */
export function findLoop(targets: Targets, ownHostnames: readonly string[]): string | null {
  const { long_url: longUrl } = targets;
  const first: [string, string][] = longUrl === undefined ? [] : [['long_url', longUrl]];
  const all = [...first, ...listTargets(targets)];
  return all.find(([, url]) => isOwnHost(url, ownHostnames))?.[0] ?? null;
}

/** Throws `links.own-host`: a link must not lead back to its site. */
export function assertForeignTargets(targets: Targets, ownHostnames: readonly string[]): void {
  const field = findLoop(targets, ownHostnames);
  if (field === null) return;
  throw new Problem('links.own-host', { field, reason: 'This URL leads back to this site' });
}

/** All addresses but the long URL. */
export function listTargets({
  rules = [],
  fallback_url: fallbackUrl = '',
}: Targets): [field: string, url: string][] {
  const targets = listRuleTargets(rules);
  return fallbackUrl === '' ? targets : [...targets, ['fallback_url', fallbackUrl]];
}

function listRuleTargets(rules: readonly Rule[]): [field: string, url: string][] {
  return rules.flatMap((rule, index) =>
    'target' in rule
      ? [[`rules.${index}.target`, rule.target]]
      : rule.split.map(({ target }, at) => [`rules.${index}.split.${at}.target`, target]),
  );
}
