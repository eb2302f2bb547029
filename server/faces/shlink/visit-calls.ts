import { z } from 'zod';
import { hasRight } from '../../../contracts/access.constants.ts';
import { defineRoute } from '../../../contracts/route.ts';
import { getMissedCodes, getReport } from '../../../contracts/stats/stats.ts';
import { signedIn } from '../../http/caller.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import { permissionOf, type Ask } from '../ask.ts';
import { shared } from './routes.ts';
import { succeed, summarize } from './shapes.ts';

const totals = defineRoute({
  ...shared,
  ...permissionOf(getReport),
  methods: ['GET'],
  path: '/visits',
  summary: 'totals of visits',
  request: z.object({}),
});

export function listVisitCalls(ask: Ask): Endpoint[] {
  return [
    endpoint(totals, async (_, call) => {
      const nonOrphanVisits = await countClicks(ask, call);
      const unknown = await countUnknownCodes(ask, call);
      return succeed({ visits: { nonOrphanVisits, orphanVisits: summarize(unknown, 0) } });
    }),
  ];
}

/** On the links that the caller sees. Clicks from before an import count as those of people. */
async function countClicks(ask: Ask, call: Call) {
  const read = (audience: 'all' | 'people') =>
    ask(getReport, getReport.request.parse({ period: 'all', audience }), call);
  const all = await read('all');
  const people = await read('people');
  return summarize(all.clicks + all.imported_clicks, all.clicks - people.clicks);
}

/** Only who sees the statistics of all links learns of codes that do not exist. */
async function countUnknownCodes(ask: Ask, call: Call): Promise<number> {
  if (!hasRight(signedIn(call.caller), getMissedCodes.needs ?? 'stats.read-all')) return 0;
  const request = getMissedCodes.request.parse({ period: 'all' });
  const { codes } = await ask(getMissedCodes, request, call);
  return codes.reduce((sum, { times }) => sum + times, 0);
}
