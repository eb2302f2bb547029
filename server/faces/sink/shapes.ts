import type { Link } from '../../../contracts/links/links.ts';
import type { Rule, Social } from '../../../contracts/links/routing.ts';
import { routingFields } from '../../../contracts/links/routing.ts';
import { InvalidRequest, parseWith } from '../../http/invalid-request.ts';
import { appleSystems } from '../../import/readers/routing-reader.ts';
import { sinkRouting } from '../../import/readers/device-routing.ts';
import type { LinkChange, LinkRequest } from '../../links/link-rules.ts';
import { isSame } from '../../links/routing/routing.ts';
import type { Fields } from './routes.ts';

/** Stands for a password in answers. Sent back, it keeps the password. */
export const PASSWORD_MASK = '********';

/** Undefined members are left out of JSON. */
export function showLink(link: Link) {
  const { title, description, image } = readCard(link);
  return {
    id: String(link.id),
    url: link.long_url,
    slug: link.short_url,
    comment: link.note || undefined,
    title: title || undefined,
    description: description || undefined,
    image: image || undefined,
    tags: link.tags,
    createdAt: link.created_at,
    updatedAt: link.updated_at,
    expiration: link.expires_at || undefined,
    ...readTargets(link.rules),
    redirectWithQuery: link.forward_query === 1 || undefined,
    password: link.has_password ? PASSWORD_MASK : undefined,
  };
}

/** In Brisk, chat programs get the card of a link before its password is entered. */
function readCard({ has_password: hasPassword, title, description, social }: Link): Social {
  return hasPassword ? { title, description, image: '' } : social;
}

interface Targets {
  readonly google?: string | undefined;
  readonly apple?: string | undefined;
  readonly geo?: Readonly<Record<string, string>> | undefined;
}

/** What leads some visits elsewhere; null = Sink has no words for these rules. */
function readTargets(rules: readonly Rule[]): Targets | null {
  const targets: { google?: string; apple?: string; geo?: Record<string, string> } = {};
  for (const rule of rules) {
    if (!('target' in rule)) return null;
    const { when, target } = rule;
    if (when.country !== undefined) {
      for (const country of when.country) (targets.geo ??= {})[country] = target;
    } else if (isSame(when.system, appleSystems)) targets.apple = target;
    else targets.google = target;
  }
  return isSame(toRules(targets), rules) ? targets : null;
}

/** As an import reads them. Throws InvalidRequest. */
function toRules(targets: Targets) {
  const read = sinkRouting.read({ ...targets }, seconds);
  if ('key' in read) throw refuseField('geo', read.reason);
  return parseWith(routingFields.rules, read.rules ?? [], 'geo') ?? [];
}

const seconds = { isInSeconds: true, timeZone: 'UTC', dayOrder: 'unknown' } as const;

/** As an import reads it: none for a link with a password. */
function toCard({ title = '', description = '', image = '' }: Fields, hasPassword: boolean) {
  const row = { title, description, image, password: hasPassword ? PASSWORD_MASK : '' };
  const read = sinkRouting.read(row, seconds);
  return 'key' in read ? undefined : read.social;
}

export function toNewLink(request: Fields & { readonly slug?: string | undefined }): LinkRequest {
  const { apple, google, geo, password } = request;
  return {
    long_url: request.url,
    short_url: request.slug,
    title: request.title,
    description: request.description,
    note: request.comment,
    tags: request.tags,
    expires_at: request.expiration,
    password,
    rules: toRules({ apple, google, geo }),
    forward_query: request.redirectWithQuery === true ? 1 : 0,
    social: toCard(request, password !== undefined),
  };
}

/** Empties what is left out. What is sent back as it was shown stays as it is. Throws InvalidRequest. */
export function toChange(link: Link, request: Fields): LinkChange {
  const { title = '', description = '', image = '' } = request;
  const password = request.password === PASSWORD_MASK ? undefined : request.password;
  const hasPassword = password === undefined ? link.has_password : password !== '';
  const keepsCard = isSame({ title, description, image }, pickCard(readCard(link)));
  const keepsSocial = keepsCard && hasPassword === link.has_password;
  const expiration = request.expiration ?? 0;
  return {
    id: link.id,
    long_url: request.url,
    note: request.comment ?? '',
    tags: request.tags ?? [],
    expires_at: expiration === link.expires_at ? undefined : expiration,
    password,
    rules: readRules(link, request),
    forward_query: request.redirectWithQuery === true ? 1 : 0,
    ...(!keepsCard && { title, description }),
    ...(!keepsSocial && { social: toCard(request, hasPassword) }),
  };
}

function pickCard({ title, description, image }: Social): Social {
  return { title, description, image };
}

/** Undefined = they stay. */
function readRules({ rules }: Link, { apple, google, geo }: Fields) {
  const wanted = toRules({ apple, google, geo });
  if (readTargets(rules) !== null) return wanted;
  if (wanted.length === 0) return undefined;
  const field = google !== undefined ? 'google' : apple !== undefined ? 'apple' : 'geo';
  throw refuseField(field, 'This link has rules that Sink cannot show');
}

function refuseField(field: string, reason: string): InvalidRequest {
  return new InvalidRequest([{ field, key: 'bad.request', reason }]);
}
