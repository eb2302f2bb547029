import type { InAppChoice, RedirectStatus } from '../../contracts/links/routing.constants.ts';
import type { Rule, Social } from '../../contracts/links/routing.ts';

/** Where visits of a link lead. */
export interface Routing {
  /** Unix seconds; 0 = at once. */
  readonly starts_at: number;
  /** 0 = no limit. */
  readonly max_clicks: number;
  /** '' = a page. */
  readonly fallback_url: string;
  /** Argon2id; '' = no password. */
  readonly password_hash: string;
  readonly redirect_status: RedirectStatus;
  readonly forward_query: number;
  readonly forward_path: number;
  readonly rules: readonly Rule[];
  readonly in_app: InAppChoice;
  readonly social: Social;
}

export const plainRouting: Routing = {
  starts_at: 0,
  max_clicks: 0,
  fallback_url: '',
  password_hash: '',
  redirect_status: 302,
  forward_query: 0,
  forward_path: 0,
  rules: [],
  in_app: 'follow',
  social: { title: '', description: '', image: '' },
};

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
