import { formatShortLink, joinCode, splitCode } from '../../contracts/links/domain-code.ts';
import type { createLink as createRoute } from '../../contracts/links/links.ts';
import type { ReplyOf } from '../../contracts/route.ts';
import type { LinkRow } from '../engine/engine.ts';
import type { Caller } from '../http/caller.ts';
import type { Call } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import { refuseTaken } from './apply-edit.ts';
import { validateCode, type LinkRequest, type LinkRules } from './link-rules.ts';
import type { NewLink } from './links.store.ts';
import { showLinks, type ShowOptions } from './show-links.ts';

/** What the rules read of a call. */
export type LinkCall = Pick<Call, 'caller' | 'address' | 'hostname' | 'site'>;

/** A checked request. */
export interface WantedLink {
  readonly link: Omit<NewLink, 'short_url'>;
  readonly domain: string;
  /** With its domain; null: one is generated. */
  readonly code: string | null;
  readonly tags: readonly string[];
  readonly isRestorable: boolean;
  /** Of a generated code; undefined = the shortest length of the site. */
  readonly codeLength?: number | undefined;
}

/** What no field of the link says. */
export interface CreateOptions {
  /** Never gives back a link that is there: an equal code is taken. */
  readonly isNew?: boolean;
  readonly codeLength?: number | undefined;
}

export interface Creation {
  readonly row: LinkRow;
  /** `equal` was there with the same URL, `chosen` with the same URL and code. */
  readonly origin: 'new' | 'restored' | 'equal' | 'chosen';
}

export type Outcome = Creation | Problem;

/** Throws the problems of {@link validateCode} and of the rules. */
export async function readWanted(
  rules: LinkRules,
  request: LinkRequest,
  call: LinkCall,
  now: number,
): Promise<WantedLink> {
  const { domain = '', short_url: typed, tags = [], restore } = request;
  const code = typed === undefined ? null : joinCode(domain, validateCode(typed));
  return {
    link: await rules.readNew(request, call, now),
    domain,
    code,
    tags,
    isRestorable: restore === 1,
  };
}

/** Whether a link always leads to its long URL. */
export function isPermanent(link: Pick<LinkRow, 'expires_at' | 'is_active' | 'routing'>): boolean {
  return link.expires_at === 0 && link.is_active === 1 && link.routing === '';
}

export type CreatedLink = ReplyOf<typeof createRoute>;

/** Whether a caller may learn of links that are there: guests may, tokens need the scope. */
export function mayRead(caller: Caller): boolean {
  return caller.via !== 'token' || caller.scopes.includes('links:read');
}

/** What guests get of a link that was there. */
const hiddenFromGuests = { id: 0, title: '', description: '', expires_at: 0 };

export interface ShownCreation extends Creation {
  readonly link: CreatedLink;
}

/** What a caller gets of each; the code of a link that is not live is taken. */
export async function showCreations(
  options: ShowOptions,
  outcomes: readonly Outcome[],
  call: LinkCall,
): Promise<(ShownCreation | Problem)[]> {
  const chosen = listCreations(outcomes).filter(({ origin }) => origin === 'chosen');
  const rows = chosen.map(({ row }) => row);
  const shown = rows.length === 0 ? [] : await showLinks(options, rows, call);
  const closed = new Set(shown.filter(({ state }) => state !== 'live').map(({ id }) => id));
  const site = options.baseUrl ?? call.site;
  return outcomes.map((outcome) => {
    if (outcome instanceof Problem) return outcome;
    if (outcome.origin === 'chosen' && closed.has(outcome.row.id)) return refuseTaken();
    return { ...outcome, link: toLink(outcome, site, call.caller) };
  });
}

export function listCreations(outcomes: readonly Outcome[]): Creation[] {
  return outcomes.filter((outcome) => 'row' in outcome);
}

function toLink({ row, origin }: Creation, site: URL, caller: Caller): CreatedLink {
  const { id, long_url, title, description, expires_at } = row;
  const { domain, code: short_url } = splitCode(row.short_url);
  const isHidden = caller.via === 'nothing' && origin !== 'new';
  return {
    ...(isHidden ? hiddenFromGuests : { id, title, description, expires_at }),
    ...(!mayRead(caller) && { id: 0 }),
    domain,
    short_url,
    short_link: formatShortLink({ domain, short_url }, site),
    long_url,
    is_new: origin === 'new',
    ...(origin === 'restored' && { is_restored: true as const }),
  };
}
