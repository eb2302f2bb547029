import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** Retries a broken connection once. Answers of the server are final. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && error.key === 'network.error';
}

let noteSuccess = (): void => undefined;

/** Sets what a successful mutation runs before its own callbacks. The toasts load later than this. */
export function onSuccess(listener: () => void) {
  noteSuccess = listener;
}

export const queryClient = new QueryClient({
  mutationCache: new MutationCache({ onSuccess: () => noteSuccess() }),
  defaultOptions: {
    queries: { retry: isWorthRetrying, networkMode: 'always', staleTime: 10_000 },
    mutations: { networkMode: 'always' },
  },
});
