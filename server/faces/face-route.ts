import { z } from 'zod';
import { parseLongUrl } from '../../contracts/links/long-url.ts';
import type { Method, Route } from '../../contracts/route.ts';

/** The permission of calls that every account may make. */
export const anyAccount = { needs: 'own', scope: 'any' } as const;

/** A call that needs the same. */
export type Like = Route | typeof anyAccount;

type More = Pick<Route, 'emptyable' | 'bodyMax' | 'hasChangingGet'> &
  Partial<Pick<Route, 'summary'>>;

/** Methods and path, such as `GET|POST /api/v2/action/lookup`. */
type Place = `${Method}${'' | `|${string}`} /${string}`;

/** The same as the call with the envelope needs; guests have no calls in other protocols. */
export function permissionOf({ needs, scope }: Like) {
  if (needs === undefined) throw new Error('This call needs no token');
  return { needs, scope };
}

/**
 * A call of another shortener, which needs what the call `like` needs. Fields that `request` lacks
 * are passed over.
 */
export function faceRoute<Request extends z.ZodType>(
  place: Place,
  like: Like,
  request: Request,
  more: More = {},
): Route<Request> {
  return { ...permissionOf(like), ...describeRoute(place, request), ...more };
}

/** A call that needs no token. */
export function openRoute(place: Place): Route {
  return { access: 'anyone', ...describeRoute(place, z.object({})) };
}

function describeRoute<Request extends z.ZodType>(place: string, request: Request) {
  const [methods, path] = place.split(' ') as [string, `/${string}`];
  return {
    methods: methods.split('|') as [Method, ...Method[]],
    path,
    summary: place,
    unknownFields: 'unnoticed',
    request,
    reply: z.unknown(),
  } as const;
}

/** `example.com/page` becomes a whole URL; other texts without a scheme stay wrong. */
export function withScheme(url: string): string {
  if (/^[a-z][a-z\d+.-]*:/i.test(url)) return url;
  const whole = `https://${url}`;
  return parseLongUrl(whole) !== null && URL.parse(whole)!.hostname.includes('.') ? whole : url;
}
