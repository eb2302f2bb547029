import { getInitState, getOption, getSiteInfo, setOption, settings } from '../../contracts/site.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { InvalidRequest, parseWith } from '../http/invalid-request.ts';
import type { AddressGuard } from '../outgoing/address-guard.ts';
import { isSettingKey, type Site } from './site.ts';
import { checkWebhookHost } from './webhook-host.ts';

interface SiteRoutesOptions {
  readonly isSetUp: () => Promise<boolean>;
  /** Where the webhook may be. */
  readonly webhookGuard: AddressGuard;
}

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
    endpoint(setOption, async ({ key, value }) => {
      const json = parseJson(value);
      const setting = isSettingKey(key) ? parseWith(settings[key], json, 'value') : json;
      if (key === 'statistics') {
        const { alerts, webhook } = settings.statistics.parse(setting);
        if (alerts) await checkWebhookHost(webhook, webhookGuard);
      }
      await site.setOption(key, setting);
      return null;
    }),
  ];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidRequest([{ field: 'value', key: 'json.error', reason: 'This is not JSON' }]);
  }
}
