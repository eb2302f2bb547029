import { useQuery } from '@tanstack/react-query';
import type { getAppInfo } from '../contracts/account.ts';
import type { ReplyOf } from '../contracts/route.ts';
import { call, endpoint } from './api.ts';
import { storeAppInfo, readAppInfo } from './session.ts';

const getAppInfoEndpoint = endpoint<typeof getAppInfo>('GET', '/api/get/appinfo');

type AppInfo = ReplyOf<typeof getAppInfo>;

async function loadAppInfo(): Promise<AppInfo> {
  const stored = readAppInfo();
  if (stored !== null) return stored as AppInfo;
  const info = await call(getAppInfoEndpoint, {});
  storeAppInfo(JSON.stringify(info));
  return info;
}

export function useAppInfo() {
  return useQuery({ queryKey: ['app-info'], queryFn: loadAppInfo, staleTime: Infinity });
}
