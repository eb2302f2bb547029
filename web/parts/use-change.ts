import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';

/** A mutation. Asks the queries of these keys again, also when only a part of it was done. */
export function useChange<Input, Output>(
  mutationFn: (input: Input) => Promise<Output>,
  ...keys: readonly QueryKey[]
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
