import { dismissAlerts, listAlerts } from '../../contracts/stats.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import type { Alerts } from './alerts/alerts.ts';

export function alertRoutes(alerts: Alerts): Endpoint[] {
  return [
    endpoint(listAlerts, async () => ({ alerts: await alerts.list() })),
    endpoint(dismissAlerts, async ({ ids }) => ({ dismissed: await alerts.dismiss(ids) })),
  ];
}
