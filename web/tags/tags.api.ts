import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as contract from '../../contracts/links/tags.ts';
import type { RequestOf } from '../../contracts/route.ts';
import { call, endpoint } from '../api.ts';

const listTags = endpoint<typeof contract.listTags>('GET', '/api/tags');
const setTag = endpoint<typeof contract.setTag>('POST', '/api/tags/set');
const renameTag = endpoint<typeof contract.renameTag>('POST', '/api/tags/rename');
const deleteTag = endpoint<typeof contract.deleteTag>('POST', '/api/tags/delete');

export type Tag = contract.Tag;

/** All tags of the site. Each edit of a link can create tags, so each mount refetches them. */
export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: () => call(listTags, {}),
  staleTime: 0,
});

type TagChange = Required<RequestOf<typeof contract.setTag>> & {
  /** Another name; that of another tag merges them, and then it keeps its values. */
  readonly to: string;
  readonly isMerge: boolean;
};

export function useSaveTag() {
  return useTagChange(async ({ to, isMerge, ...values }: TagChange) => {
    if (!isMerge) await call(setTag, values);
    if (to !== values.name) await call(renameTag, { name: values.name, to });
  });
}

export function useDeleteTag() {
  return useTagChange((name: string) => call(deleteTag, { name }));
}

function useTagChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    // The lists of links show names of tags.
    onSettled: () =>
      Promise.all(
        [tagsQuery.queryKey, ['links']].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  });
}
