import { queryOptions } from '@tanstack/react-query';
import type * as contract from '../../contracts/links/tags.ts';
import type { RequestOf } from '../../contracts/route.ts';
import { call, endpoint } from '../api.ts';
import { useChange } from '../parts/use-change.ts';

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
/** The lists of links show names of tags. */
const changedKeys = [tagsQuery.queryKey, ['links']];

type TagChange = Required<RequestOf<typeof contract.setTag>> & {
  /** Another name; that of another tag merges them, and then it keeps its values. */
  readonly to: string;
  readonly isMerge: boolean;
};

export function useSaveTag() {
  return useChange(
    async ({ to, isMerge, ...values }: TagChange) => {
      if (!isMerge) await call(setTag, values);
      if (to !== values.name) await call(renameTag, { name: values.name, to });
    },
    ...changedKeys,
  );
}

export function useDeleteTag() {
  return useChange((name: string) => call(deleteTag, { name }), ...changedKeys);
}
