import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { LoadFailure } from '../../failure-notice.tsx';
import { t, type TextKey } from '../../language.ts';

interface LoadStateProps {
  readonly query: Pick<UseQueryResult, 'data' | 'error' | 'isError' | 'isPending' | 'refetch'>;
  readonly loading: TextKey;
  readonly failed: TextKey;
}

/** Stands in for data that load, or that could not be loaded. */
export function LoadState({ query, loading, failed }: LoadStateProps) {
  if (query.isPending) {
    return <Skeleton height={88} mt="md" aria-label={t(loading)} />;
  }
  if (query.data !== undefined || !query.isError) return null;
  return <LoadFailure title={t(failed)} query={query} variant="default" />;
}
