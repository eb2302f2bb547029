import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { VERSION } from '../../version.ts';
import { anyAccount, faceRoute, openRoute } from '../face-route.ts';
import type { Answer } from '../protocol.ts';
import { PROBLEM_TYPE, tell } from './problems.ts';

/** The version of Shlink whose features clients offer. */
const SHLINK_VERSION = '5.1.0';

export const health = endpoint(openRoute('GET /health'), () =>
  Promise.resolve({
    type: 'application/health+json',
    body: {
      status: 'pass',
      version: SHLINK_VERSION,
      brisk: VERSION,
      links: { about: 'https://shlink.io', project: 'https://github.com/shlinkio/shlink' },
    },
  }),
);

function refuse(...told: Parameters<typeof tell>): () => Promise<Answer> {
  const body = tell(...told);
  return () => Promise.resolve({ status: body.status, body, type: PROBLEM_TYPE });
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
    faceRoute('GET /mercure-info', anyAccount, z.object({})),
    refuse({
      status: 501,
      slug: 'mercure-not-configured',
      title: 'Mercure integration not configured',
      detail: 'This server has no Mercure hub',
    }),
  ),
  endpoint(faceRoute('DELETE /short-urls/{code}/visits', anyAccount, z.object({})), keepVisits),
  endpoint(faceRoute('DELETE /visits/orphan', anyAccount, z.object({})), keepVisits),
];
