import type { CheckedRequestOf } from '../../contracts/route.ts';
import { dismissAlerts, getMissedCodes, listAlerts } from '../../contracts/stats.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import type { Alerts } from './alerts/alerts.ts';
import type { MissedCodes } from './missed-codes.ts';
import type { Span } from './reports/span.ts';

export function alertRoutes(alerts: Alerts): Endpoint[] {
  return [
    endpoint(listAlerts, async () => ({ alerts: await alerts.list() })),
    endpoint(dismissAlerts, async ({ ids }) => ({ dismissed: await alerts.dismiss(ids) })),
  ];
}

/** The instants that a request is about, in Unix seconds; `to` is the one behind the last. */
type SpanOf = (request: CheckedRequestOf<typeof getMissedCodes>) => Promise<Span>;

export function missedCodeRoutes(missedCodes: MissedCodes, spanOf: SpanOf): Endpoint[] {
  return [
    endpoint(getMissedCodes, async (request) => {
      const { from, to } = await spanOf(request);
      await missedCodes.flush();
      return { codes: await missedCodes.list(from, to) };
    }),
  ];
}
