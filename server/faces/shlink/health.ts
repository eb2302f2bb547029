import { z } from 'zod';
import { defineRoute } from '../../../contracts/route.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';

/** The version of Shlink whose features clients offer. */
export const SHLINK_VERSION = '5.1.0';

const route = defineRoute({
  access: 'anyone',
  methods: ['GET'],
  path: '/health',
  summary: 'health',
  unknownFields: 'unnoticed',
  request: z.object({}),
  reply: z.unknown(),
});

export function createHealth(brisk: string): Endpoint {
  return endpoint(route, () =>
    Promise.resolve({
      status: 200,
      type: 'application/health+json',
      body: {
        status: 'pass',
        version: SHLINK_VERSION,
        brisk,
        links: { about: 'https://shlink.io', project: 'https://github.com/shlinkio/shlink' },
      },
    }),
  );
}
