import { findCodeFault, toCustomCode } from '../../contracts/links/custom-code.ts';
import { joinCode, splitCode } from '../../contracts/links/domain-code.ts';
import { byName, flagNames, textNames } from '../../contracts/links/link-fields.constants.ts';
import type { createLink, updateLink } from '../../contracts/links/links.ts';
import { parseLongUrl } from '../../contracts/links/long-url.ts';
import type { RoutingFields } from '../../contracts/links/routing.ts';
import type { CheckedRequestOf } from '../../contracts/route.ts';
import type { LinkRow } from '../engine/engine.ts';
import type { Call } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import { assertNewTimes, isExpired } from './link-times.ts';
import type { LinkEdit, NewLink } from './links.store.ts';
import { hashLongUrl } from './long-url-hash.ts';
import { listOwnHostnames, type OwnSite } from './look-up/own-host.ts';
import { assertForeignTargets, mergeRouting } from './routing/requested-routing.ts';
import { formatRouting, parseRouting, plainRouting, type Routing } from './routing/routing.ts';

const DAY_SECONDS = 24 * 3600;

/** Missing fields get defaults. */
export type LinkRequest = CheckedRequestOf<typeof createLink>;

/** Missing fields stay unchanged. */
export type LinkChange = CheckedRequestOf<typeof updateLink>;

export interface LinkRulesOptions extends OwnSite {
  readonly hashPassword: (password: string) => Promise<string>;
}

/** What the fields of a request must be, on this site. */
export class LinkRules {
  readonly #options: LinkRulesOptions;

  constructor(options: LinkRulesOptions) {
    this.#options = options;
  }

  /** Throws `links.bad-url`, `links.own-host` and `links.time-past`. */
  async readNew(
    request: LinkRequest,
    { caller, address, hostname }: Pick<Call, 'caller' | 'address' | 'hostname'>,
    now: number,
  ): Promise<Omit<NewLink, 'short_url'>> {
    const longUrl = this.checkLongUrl(request.long_url, hostname);
    assertForeignTargets({ ...request, long_url: undefined }, this.ownHostnames(hostname));
    const passwordHash = await this.#hashPassword(request);
    const link = {
      long_url: longUrl,
      long_url_hash: hashLongUrl(longUrl),
      ...byName(textNames, (name) => request[name] ?? ''),
      expires_at: expiryOf(request, now),
      is_active: request.is_active ?? 1,
      ip: address,
      owner_id: caller.via === 'nothing' ? 0 : caller.account,
      ...byName(flagNames, (name) => request[name] ?? 0),
      routing: formatRouting(mergeRouting(plainRouting, request, passwordHash)),
    };
    assertNewTimes(link, now);
    return link;
  }

  /** Returns the function that merges the change into a link. Throws `links.own-host`. */
  async readChange(
    change: LinkChange,
    hostname: string,
    now: number,
  ): Promise<(link: LinkRow) => LinkEdit> {
    assertForeignTargets({ ...change, long_url: undefined }, this.ownHostnames(hostname));
    const passwordHash = await this.#hashPassword(change);
    return (link) => {
      const before = parseRouting(link.routing);
      const routing = mergeRouting(before, change, passwordHash);
      const edit = this.#mergeEdit(link, change, hostname, now);
      const { is_active: isActive = link.is_active } = change;
      const limits = { expires_at: edit.expires_at, before, routing };
      const keepsSwitch = isActive === 0 && showsOff(link, change, limits, now);
      return {
        ...edit,
        is_active: keepsSwitch ? link.is_active : isActive,
        routing: formatRouting(routing),
      };
    };
  }

  /** The fields of an edited link, without its switch and its routing. */
  #mergeEdit(
    link: LinkRow,
    change: LinkChange,
    hostname: string,
    now: number,
  ): Omit<LinkEdit, 'is_active' | 'routing'> {
    const longUrl =
      change.long_url === undefined || change.long_url === link.long_url
        ? link.long_url
        : this.checkLongUrl(change.long_url, hostname);
    const keepsExpiry = change.expires_at === undefined && change.ttl_days === undefined;
    const expiresAt = keepsExpiry ? link.expires_at : expiryOf(change, now);
    const present = splitCode(link.short_url);
    const code = validateCode(change.short_url ?? present.code, present.code);
    return {
      short_url: joinCode(change.domain ?? present.domain, code),
      long_url: longUrl,
      long_url_hash: longUrl === link.long_url ? link.long_url_hash : hashLongUrl(longUrl),
      ...byName(textNames, (name) => change[name] ?? link[name]),
      expires_at: expiresAt,
      ...byName(flagNames, (name) => change[name] ?? link[name]),
      owner_id: change.owner ?? link.owner_id,
    };
  }

  /** Throws `links.bad-url` and `links.own-host`. */
  checkLongUrl(text: string, hostname: string): string {
    const longUrl = parseLongUrl(text);
    if (longUrl === null) throw new Problem('links.bad-url');
    assertForeignTargets({ long_url: longUrl }, this.ownHostnames(hostname));
    return longUrl;
  }

  /** Names by which the site is known. */
  ownHostnames(hostname: string): string[] {
    return listOwnHostnames(this.#options, hostname);
  }

  /** '' removes the password; undefined keeps it. */
  async #hashPassword({ password }: RoutingFields): Promise<string | undefined> {
    return password === undefined || password === ''
      ? password
      : this.#options.hashPassword(password);
  }
}

export function expiryOf(
  request: Pick<LinkRequest, 'expires_at' | 'ttl_days'>,
  now: number,
): number {
  if (request.expires_at !== undefined) return request.expires_at;
  const days = request.ttl_days ?? 0;
  return days === 0 ? 0 : now + days * DAY_SECONDS;
}

interface EditedLimits {
  readonly expires_at: number;
  /** Before the edit. */
  readonly before: Routing;
  readonly routing: Routing;
}

/**
 * Whether a reply shows the link with `is_active` 0 although it is on: expired, used up or scheduled.
 * Sent back, this 0 must not switch it off. A change that does not repeat the start of a scheduled
 * link means its 0.
 */
function showsOff(
  link: LinkRow,
  { starts_at: start }: LinkChange,
  { expires_at: expiresAt, before, routing }: EditedLimits,
  now: number,
): boolean {
  const { starts_at: startsAt, max_clicks: max } = routing;
  const isUsedUp = max > 0 && link.clicks - link.bots >= max;
  const isSentBack = startsAt > now && start === before.starts_at;
  return isExpired(expiresAt, now) || isUsedUp || isSentBack;
}

/**
 * Validates the code of a new link, or of an edit: a present code is always valid, as imported codes
 * may have capitals and other characters. Throws `links.reserved-code` and `links.bad-code`.
 */
export function validateCode(typed: string, present?: string): string {
  if (present === typed || present === typed.trim()) return present;
  const code = toCustomCode(typed);
  const fault = findCodeFault(code);
  if (fault === 'reserved.short.url') {
    const reason = 'This path is used by the site itself';
    throw new Problem('links.reserved-code', { field: 'short_url', reason });
  }
  if (fault !== null) {
    const reason = 'Letters, digits, emoji, - and _, at most 64 characters';
    throw new Problem('links.bad-code', { field: 'short_url', reason });
  }
  return code;
}
