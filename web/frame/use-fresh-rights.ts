import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../api.ts';
import { refreshAppInfo } from '../app-info.ts';

const refusals = new Set<string>(['not.allowed', 'factor.setup.required']);

/** Reads the rights again when the server refuses a call: another administrator changed them. */
export function useFreshRights() {
  const queries = useQueryClient();
  useEffect(() => {
    const note = (error: unknown) => {
      const isRefused = error instanceof ApiError && refusals.has(error.key);
      if (isRefused) void refreshAppInfo(queries);
    };
    const stops = [
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') note(event.action.error);
      }),
      queries.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') note(event.action.error);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [queries]);
}
