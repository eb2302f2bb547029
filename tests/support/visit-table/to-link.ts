import { z } from 'zod';
import { routingFields } from '../../../contracts/links/routing.ts';
import { mergeRouting } from '../../../server/links/routing/requested-routing.ts';
import { plainRouting } from '../../../server/links/routing/routing.ts';
import type { RoutedLink } from '../../../server/redirect/route/decide.ts';
import type { TableLink } from './visit-table.ts';

const requested = z.object(routingFields);

/** The link that a request for it would make. */
export function toRoutedLink({ fields }: TableLink, id = 1): RoutedLink {
  const request = requested.parse(fields);
  const { long_url: longUrl, is_active: isActive = 1, expires_at: expiresAt = 0 } = fields;
  const hash = request.password === undefined ? undefined : 'a hash';
  return {
    id,
    long_url: longUrl as string,
    is_active: isActive as number,
    expires_at: expiresAt as number,
    routing: mergeRouting(plainRouting, request, hash),
  };
}
