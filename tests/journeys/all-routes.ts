import { globSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Method, Route } from '../../contracts/route.ts';

const CONTRACTS = join(import.meta.dir, '../../contracts');

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'methods' in value && 'path' in value;
}

/** Every call, collected from the contracts so that no new one is missed. */
export const allRoutes: readonly Route[] = (
  await Promise.all(
    globSync('**/*.ts', { cwd: CONTRACTS })
      .toSorted()
      .map(async (file) => (await import(join(CONTRACTS, file))) as Record<string, unknown>),
  )
).flatMap((contract) => Object.values(contract).filter(isRoute));

/** The names of all fields of a call. */
export function fieldsOf({ request }: Route): string[] {
  return request instanceof z.ZodObject ? Object.keys(request.shape) : [];
}

export interface Call {
  readonly route: Route;
  readonly method: Method;
  /** The path with `1` for each `{name}` in it. */
  readonly path: string;
}

/** Every route with every method that it takes. */
export const allCalls: readonly Call[] = allRoutes.flatMap((route) =>
  route.methods.map((method) => ({
    route,
    method,
    path: route.path.replaceAll(/\{\w+\}/g, '1'),
  })),
);

export type Access = 'anyone' | 'guest' | 'token' | 'login';

/** Calls that a login may make, and the API token of the site may not. */
const forLogins = new Set([
  '/api/user/change_password',
  '/api/account/set',
  '/api/get/appinfo',
  '/api/user/get_token',
  '/api/user/create_token',
  '/api/user/change_token',
  '/api/backup',
  '/api/urls/deleted/purge',
  '/api/urls/deleted/clear',
  '/api/urls/clear',
  '/api/domains/add',
  '/api/domains/set',
  '/api/domains/delete',
  '/api/domains/check',
  '/api/export',
  '/api/import',
  '/api/import/outcome',
  '/api/imports',
  '/api/imports/delete',
  '/api/imports/rows',
  '/api/imports/set',
  '/api/imports/start',
  '/api/imports/stop',
  '/api/imports/undo',
  '/api/imports/upload',
  '/api/option/get',
  '/api/option/set',
  '/api/stats/alerts/dismiss',
  '/api/views',
  '/api/views/delete',
  '/api/views/set',
  '/api/account',
  '/api/account/data',
  '/api/accounts',
  '/api/accounts/add_service',
  '/api/accounts/delete',
  '/api/accounts/disable',
  '/api/accounts/enable',
  '/api/accounts/invite',
  '/api/accounts/reset_link',
  '/api/accounts/set',
  '/api/audit',
  '/api/audit/export',
  '/api/accounts/remove_factors',
  '/api/factors/name',
  '/api/factors/passkey',
  '/api/factors/passkey/begin',
  '/api/factors/recovery',
  '/api/factors/remove',
  '/api/factors/totp',
  '/api/factors/totp/begin',
  '/api/invitations',
  '/api/invitations/end',
  '/api/session/confirm',
  '/api/sessions',
  '/api/sessions/end',
  '/api/sso',
  '/api/sso/connect',
  '/api/sso/disconnect',
  '/api/sso/set',
  '/api/sso/test',
  '/api/tokens',
  '/api/tokens/create',
  '/api/tokens/end',
  '/api/tokens/set',
]);
const forAnyone = new Set([
  '/api/user/init',
  '/api/login',
  '/api/get/siteinfo',
  '/api/option/get_site_info',
  '/api/join',
  '/api/join/look',
  '/api/login/passkey',
  '/api/login/passkey/begin',
  '/api/login/second',
  '/api/login/sso',
  '/api/login/ways',
]);

export function accessOf({ path }: Route): Access {
  if (forAnyone.has(path)) return 'anyone';
  if (path === '/api/shorten_url') return 'guest';
  return forLogins.has(path) ? 'login' : 'token';
}
