import { z } from 'zod';
import { defineRoute } from '../../../contracts/route.ts';
import { endpoint } from '../../http/endpoint.ts';
import { tell } from './problems.ts';
import { shared } from './routes.ts';
import type { Answer } from './shapes.ts';

const anyone = { ...shared, needs: 'own', scope: 'any', request: z.object({}) } as const;

const mercure = defineRoute({
  ...anyone,
  methods: ['GET'],
  path: '/mercure-info',
  summary: 'live updates',
});
const visitsOfLink = defineRoute({
  ...anyone,
  methods: ['DELETE'],
  path: '/short-urls/{code}/visits',
  summary: 'deletion of visits',
});
const orphanVisits = defineRoute({
  ...anyone,
  methods: ['DELETE'],
  path: '/visits/orphan',
  summary: 'deletion of visits without a link',
});

function refuse(...told: Parameters<typeof tell>): () => Promise<Answer> {
  const body = tell(...told);
  const { status } = body;
  return () => Promise.resolve({ status, body, type: 'application/problem+json' });
}

const keepVisits = refuse({
  status: 403,
  slug: 'forbidden-visits-operation',
  title: 'Forbidden visits operation',
  detail: 'Clicks cannot be deleted with an API key',
});

/** What the site does not have. Clients go on without live updates. */
export const closedCalls = [
  endpoint(
    mercure,
    refuse({
      status: 501,
      slug: 'mercure-not-configured',
      title: 'Mercure integration not configured',
      detail: 'This server has no Mercure hub',
    }),
  ),
  endpoint(visitsOfLink, keepVisits),
  endpoint(orphanVisits, keepVisits),
];
