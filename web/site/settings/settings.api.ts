import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  settings,
  type getOption,
  type setOption,
  type SettingKey,
} from '../../../contracts/site.ts';
import { refreshAppInfo } from '../../app-info.ts';
import { clearAppInfo } from '../../session.ts';
import { ApiError, call, endpoint } from '../../api.ts';
import { projectName } from '../../project.ts';
import { siteInfoQuery } from '../../site-info.ts';

const getOptionEndpoint = endpoint<typeof getOption>('GET', '/api/option/get');
const setOptionEndpoint = endpoint<typeof setOption>('POST', '/api/option/set');

export type Settings = { readonly [Key in SettingKey]: z.output<(typeof settings)[Key]> };

/** The defaults of the settings. */
const initial: Settings = {
  site_info: settings.site_info.parse({ title: projectName }),
  blocked_user_agents: settings.blocked_user_agents.parse(undefined),
  blocked_apps_get_help: settings.blocked_apps_get_help.parse(undefined),
  anonymous_creation: settings.anonymous_creation.parse(undefined),
  login_tells_fault: settings.login_tells_fault.parse(undefined),
  avatar_service: settings.avatar_service.parse(undefined),
  statistics: settings.statistics.parse(undefined),
  time_zone: settings.time_zone.parse(undefined),
  password_min: settings.password_min.parse(undefined),
  login_idle_days: settings.login_idle_days.parse(undefined),
  token_days_max: settings.token_days_max.parse(undefined),
  audit_days: settings.audit_days.parse(undefined),
  compat: settings.compat.parse(undefined),
  yourls_old_hashes: settings.yourls_old_hashes.parse(undefined),
  // Stored last: from then on, the login may have to set up a second factor first.
  second_factor: settings.second_factor.parse(undefined),
};

const keys = Object.keys(initial) as SettingKey[];

async function loadSetting(key: SettingKey): Promise<unknown> {
  try {
    const stored = settings[key].safeParse(await call(getOptionEndpoint, { key }));
    return stored.success ? stored.data : initial[key];
  } catch (error) {
    if (error instanceof ApiError && error.code === 404) return initial[key];
    throw error;
  }
}

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async () => {
    const loaded = await Promise.all(keys.map(async (key) => [key, await loadSetting(key)]));
    return Object.fromEntries(loaded) as Settings;
  },
});

/** Settings that change what the page knows of its own account. */
const isInAppInfo = new Set<SettingKey>(['password_min', 'second_factor']);

/** The keys of the settings that differ. */
export function findChanged(before: Settings, after: Settings): SettingKey[] {
  return keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}

/** Stores one setting after the other. When the server refuses one, those before it stay stored. */
export function useSaveSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ before, after }: { before: Settings; after: Settings }) => {
      for (const key of findChanged(before, after)) {
        await call(setOptionEndpoint, { key, value: JSON.stringify(after[key]) });
        queries.setQueryData(settingsQuery.queryKey, (shown = before) => ({
          ...shown,
          [key]: after[key],
        }));
        if (key === 'site_info') queries.setQueryData(siteInfoQuery.queryKey, after.site_info);
        if (isInAppInfo.has(key)) await refreshAppInfo(queries);
        // This document may not load pictures of the new host. The next one reads the account again.
        if (key === 'avatar_service') clearAppInfo();
      }
    },
  });
}
