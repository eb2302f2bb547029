import { routingDefaults } from '../../../contracts/links/link-fields.constants.ts';
import type { RoutingReply } from '../../../contracts/links/routing.ts';

/** Where visits of a link lead. */
export interface Routing extends Omit<RoutingReply, 'has_password'> {
  /** Argon2id; '' = no password. */
  readonly password_hash: string;
}

/** The name that a field has in the column: the hash of a password is stored in its place. */
export function toRoutingName(field: string): string {
  return field === 'password' ? 'password_hash' : field;
}

export const plainRouting = Object.fromEntries(
  Object.entries(routingDefaults).map(([field, value]) => [toRoutingName(field), value]),
) as unknown as Routing;

export const routingNames = Object.keys(plainRouting) as (keyof Routing)[];

/** Takes the text of a column. */
export function parseRouting(text: string): Routing {
  return text === '' ? plainRouting : { ...plainRouting, ...(JSON.parse(text) as object) };
}

/** Without default values, in one order: equal settings are equal texts. '' = a plain link. */
export function formatRouting(routing: Routing): string {
  const set = routingNames.filter((name) => !isSame(routing[name], plainRouting[name]));
  if (set.length === 0) return '';
  return JSON.stringify(Object.fromEntries(set.map((name) => [name, routing[name]])));
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
