import type { Right } from '../../contracts/access.constants.ts';
import {
  getInitState,
  getOption,
  getSiteInfo,
  setOption,
  settings,
  type SiteInfo,
} from '../../contracts/site.ts';
import { exceedsShape } from '../../contracts/json-shape.ts';
import { parseJson } from '../../contracts/text.ts';
import { actorOf } from '../audit/actor.ts';
import { findRefusal, signedIn, type SignedIn } from '../http/caller.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { InvalidRequest, parseWith } from '../http/invalid-request.ts';
import {
  type AddressGuard,
  choosePublicAddress,
  PrivateAddressError,
} from '../outgoing/address-guard.ts';
import { isSettingKey, type Site } from './site.ts';

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
      return site.settings.site_info;
    }),
    endpoint(getOption, async ({ key }) => site.getOption(key)),
    endpoint(setOption, async ({ key, value }, call) => {
      const json = readJson(value);
      const setting = isSettingKey(key) ? parseWith(settings[key], json, 'value') : json;
      if (key === 'statistics') {
        const { alerts, webhook } = settings.statistics.parse(setting);
        if (alerts) await checkWebhookHost(webhook, webhookGuard);
      }
      await site.setOption(actorOf(call), key, setting, (former) =>
        assertMayChange(signedIn(call.caller), key, former, setting),
      );
    }),
  ];
}

/** Throws `call.not-allowed` and `call.confirmation-missing`. */
function assertMayChange(caller: SignedIn, key: string, former: unknown, setting: unknown): void {
  const needs = findNeeds(key, former, setting);
  if (needs === null) return;
  const refusal = findRefusal(caller, { needs, scope: null, isFresh: 'with-others' });
  if (refusal !== null) throw refusal;
}

/** What a change needs beside `settings`; scripts of the site's HTML act for everyone. */
function findNeeds(key: string, former: unknown, setting: unknown): Right | null {
  if (key === 'second_factor') return 'sign-in';
  if (key !== 'site_info') return null;
  const [before, after] = [former ?? {}, setting] as [Partial<SiteInfo>, SiteInfo];
  const isSame = (name: 'header' | 'footer') => (before[name] ?? '') === after[name];
  return isSame('header') && isSame('footer') ? null : 'html';
}

function readJson(text: string): unknown {
  const shape = { members: Infinity, depth: DEPTH_MAX };
  if (exceedsShape(Buffer.from(text), shape)) throw invalidValue('This is nested too deeply');
  const json = parseJson(text);
  if (json === undefined) throw invalidValue('This is not JSON');
  return json;
}

function invalidValue(reason: string): InvalidRequest {
  return new InvalidRequest([{ field: 'value', key: 'json.error', reason }]);
}

const RESOLVE_MS = 2000; // the administrator waits

/**
 * Throws InvalidRequest for a refused host. A name that does not resolve passes, because each
 * delivery checks again.
 */
async function checkWebhookHost(webhook: string, guard: AddressGuard): Promise<void> {
  if (webhook === '') return;
  const choice = choosePublicAddress(new URL(webhook), guard).catch((error: unknown) => error);
  const outcome = await Promise.race([choice, Bun.sleep(RESOLVE_MS)]);
  if (!(outcome instanceof PrivateAddressError)) return;
  const reason = 'This host is on a private network. WEBHOOK_PRIVATE_HOSTS=1 allows it';
  throw new InvalidRequest([{ field: 'value.webhook', key: 'webhook.private', reason }]);
}
