import { getInitState, getOption, getSiteInfo, setOption, settings } from '../../contracts/site.ts';
import { actorOf } from '../audit/actor.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { InvalidRequest, parseWith } from '../http/invalid-request.ts';
import type { AddressGuard } from '../outgoing/address-guard.ts';
import { exceedsShape } from '../http/body/json-shape.ts';
import { isSettingKey, type Site } from './site.ts';
import { checkWebhookHost } from './webhook-host.ts';

interface SiteRoutesOptions {
  readonly isSetUp: () => Promise<boolean>;
  readonly webhookGuard: AddressGuard;
}

/** Writing deeper JSON takes seconds. */
const DEPTH_MAX = 100;

export function siteRoutes(site: Site, { isSetUp, webhookGuard }: SiteRoutesOptions): Endpoint[] {
  return [
    endpoint(getInitState, async () => ({
      is_init: (await isSetUp()) ? ('yes' as const) : ('no' as const),
    })),
    endpoint(getSiteInfo, async () => {
      await site.getOption('site_info');
      return site.info;
    }),
    endpoint(getOption, async ({ key }) => site.getOption(key)),
    endpoint(setOption, async ({ key, value }, call) => {
      const json = parseJson(value);
      const setting = isSettingKey(key) ? parseWith(settings[key], json, 'value') : json;
      if (key === 'statistics') {
        const { alerts, webhook } = settings.statistics.parse(setting);
        if (alerts) await checkWebhookHost(webhook, webhookGuard);
      }
      await site.setOption(actorOf(call), key, setting);
      return null;
    }),
  ];
}

function parseJson(text: string): unknown {
  const shape = { members: Infinity, depth: DEPTH_MAX };
  if (exceedsShape(Buffer.from(text), shape)) throw invalidValue('This is nested too deeply');
  try {
    return JSON.parse(text);
  } catch {
    throw invalidValue('This is not JSON');
  }
}

function invalidValue(reason: string): InvalidRequest {
  return new InvalidRequest([{ field: 'value', key: 'json.error', reason }]);
}
