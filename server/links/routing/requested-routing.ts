import { byName } from '../../../contracts/links/link-fields.constants.ts';
import type { RoutingFields, Rule } from '../../../contracts/links/routing.ts';
import { Problem } from '../../http/problem.ts';
import { isOwnHost } from '../look-up/own-host.ts';
import { routingNames, type Routing } from './routing.ts';

/** Fields of a request replace those of a link. `passwordHash` replaces the password. */
export function mergeRouting(
  former: Routing,
  request: RoutingFields,
  passwordHash: string | undefined,
): Routing {
  const given: Readonly<Record<string, unknown>> = { ...request, password_hash: passwordHash };
  const merged = byName(routingNames, (name) => given[name] ?? former[name]);
  return merged as unknown as Routing;
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
