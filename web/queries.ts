import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { hideFaults } from './toast.tsx';

/** Retries a broken connection once. Answers of the server are final. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && error.key === 'network.error';
}

export const queryClient = new QueryClient({
  // It runs before the callbacks of the caller, which may show another fault.
  mutationCache: new MutationCache({ onSuccess: hideFaults }),
  defaultOptions: {
    queries: { retry: isWorthRetrying, networkMode: 'always', staleTime: 10_000 },
    mutations: { networkMode: 'always' },
  },
});
