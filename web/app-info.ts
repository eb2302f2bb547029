import { useQuery } from '@tanstack/react-query';
import type { getAppInfo } from '../contracts/account.ts';
import type { ReplyOf } from '../contracts/route.ts';
import { call, endpoint } from './api.ts';
import { locale, t } from './language.ts';
import { readAppInfo, storeAppInfo } from './session.ts';
import { formatNumber } from './ui/text/format-number.ts';

const getAppInfoEndpoint = endpoint<typeof getAppInfo>('GET', '/api/get/appinfo');

const FLUSH_SECONDS = 600;

export type AppInfo = ReplyOf<typeof getAppInfo>;

async function loadAppInfo(): Promise<AppInfo> {
  const stored = readAppInfo();
  // What another version stored may lack fields.
  if (typeof stored === 'object' && stored !== null && 'language' in stored)
    return stored as AppInfo;
  const info = await call(getAppInfoEndpoint, {});
  storeAppInfo(JSON.stringify(info));
  return info;
}

export function useAppInfo(isEnabled = true) {
  return useQuery({
    queryKey: ['app-info'],
    queryFn: loadAppInfo,
    staleTime: Infinity,
    enabled: isEnabled,
  });
}

/** How often click counts are updated; the usual time until the server has said it. */
export function useFlushTime(): string {
  const seconds = useAppInfo().data?.click_flush_seconds ?? FLUSH_SECONDS;
  const isMinutes = seconds % 60 === 0;
  const count = isMinutes ? seconds / 60 : seconds;
  const words = { count, shown: formatNumber(count, locale) };
  return t(isMinutes ? 'flush.minutes' : 'flush.seconds', words);
}
