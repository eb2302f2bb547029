import { useQuery, type QueryClient } from '@tanstack/react-query';
import type { Right } from '../contracts/access.constants.ts';
import type { getAppInfo } from '../contracts/account.ts';
import type { ReplyOf } from '../contracts/route.ts';
import { call, endpoint } from './api.ts';
import { locale, t } from './language.ts';
import { clearAppInfo, readAppInfo, storeAppInfo } from './session.ts';
import { formatNumber } from './ui/text/format-number.ts';

const getAppInfoEndpoint = endpoint<typeof getAppInfo>('GET', '/api/get/appinfo');

const FLUSH_SECONDS = 600;

export type AppInfo = ReplyOf<typeof getAppInfo>;

async function loadAppInfo(): Promise<AppInfo> {
  const stored = readAppInfo();
  // What another version stored may lack fields.
  if (typeof stored === 'object' && stored !== null && 'wrong_codes' in stored)
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

/** Reads the account again, after its rights or the number of accounts may have changed. */
export function refreshAppInfo(queries: QueryClient): Promise<void> {
  clearAppInfo();
  return queries.invalidateQueries({ queryKey: ['app-info'] });
}

/** Whether the account has a right; false until that is known. */
export function useMay(right: Right): boolean {
  return useAppInfo().data?.may.includes(right) ?? false;
}

/** Whether the account is known not to have a right: what it may not do is absent. */
export function useLacks(right: Right): boolean {
  // The frame reads the account; an element of a page only looks at it.
  const may = useAppInfo(false).data?.may;
  return may !== undefined && !may.includes(right);
}

/** Whether the site has further accounts. Until then, no page speaks of roles and owners. */
export function useHasOthers(): boolean {
  return useAppInfo(false).data?.has_others === 1;
}

/** Whether the login may only set up the second factor that the site asks for. */
export function useIsLimited(): boolean {
  return useAppInfo(false).data?.is_limited === 1;
}

/** How often click counts are updated; the usual time until the server has said it. */
export function useFlushTime(): string {
  const seconds = useAppInfo().data?.click_flush_seconds ?? FLUSH_SECONDS;
  const isMinutes = seconds % 60 === 0;
  const count = isMinutes ? seconds / 60 : seconds;
  const words = { count, shown: formatNumber(count, locale) };
  return t(isMinutes ? 'flush.minutes' : 'flush.seconds', words);
}
