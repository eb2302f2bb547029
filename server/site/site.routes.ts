import { getInitState, getOption, getSiteInfo, setOption, settings } from '../../contracts/site.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { InvalidRequest, parseWith } from '../http/invalid-request.ts';
import { isSettingKey, type Site } from './site.ts';

export function siteRoutes(site: Site, isSetUp: () => Promise<boolean>): Endpoint[] {
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
      await site.setOption(key, isSettingKey(key) ? parseWith(settings[key], json, 'value') : json);
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
