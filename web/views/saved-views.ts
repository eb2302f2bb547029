import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { VIEW_NAME_MAX, type ViewKind } from '../../contracts/links/views.constants.ts';
import type * as contract from '../../contracts/links/views.ts';
import { call, endpoint } from '../api.ts';
import { localValues } from '../storage.ts';
import { toastFailure } from '../toast.tsx';

const listViews = endpoint<typeof contract.listViews>('GET', '/api/views');
const setView = endpoint<typeof contract.setView>('POST', '/api/views/set');
const deleteView = endpoint<typeof contract.deleteView>('POST', '/api/views/delete');

const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: () => call(listViews, {}),
  staleTime: 0,
});

type Fields = Readonly<Record<string, unknown>>;

export interface NamedValue {
  readonly name: string;
  readonly value: Fields;
}

/** Saved values of the account, by name. */
export function useSavedViews(kind: ViewKind) {
  const queries = useQueryClient();
  const { data, isSuccess } = useQuery(viewsQuery);
  const { mutateAsync, isPending } = useMutation({
    async mutationFn({ name, value }: { readonly name: string; readonly value: Fields | null }) {
      if (value === null) await call(deleteView, { kind, name });
      else await call(setView, { kind, name, value });
    },
    onSuccess(_, { name, value }) {
      queries.setQueryData(viewsQuery.queryKey, (former = []) => [
        ...former.filter((view) => view.kind !== kind || view.name !== name),
        ...(value === null ? [] : [{ kind, name, value }]),
      ]);
    },
    onError: toastFailure('views.failed'),
  });
  const views = (data ?? [])
    .filter((view) => view.kind === kind)
    .flatMap(({ name, value }) => (isFields(value) ? [{ name, value }] : []))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  /** False after a failure, which a toast explains. */
  const put = (name: string, value: Fields | null): Promise<boolean> =>
    mutateAsync({ name, value }).then(
      () => true,
      () => false,
    );
  return { views, isLoaded: isSuccess, isPending, put };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where browsers kept values before the site did, with the name of the value in an entry. */
const heldIn = {
  list: { stored: 'saved_views', field: 'search' },
  campaign: { stored: 'campaign_presets', field: 'campaign' },
} as const;

export function readHeldViews(kind: ViewKind): NamedValue[] {
  const { stored, field } = heldIn[kind];
  const entries = localValues.getJson(stored);
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => {
    const { name, [field]: value } = Object(entry) as Record<string, unknown>;
    return typeof name === 'string' && name.trim() !== '' && isFields(value)
      ? [{ name: name.trim().slice(0, VIEW_NAME_MAX), value }]
      : [];
  });
}

export function storeHeldViews(kind: ViewKind, views: readonly NamedValue[]): void {
  const { stored, field } = heldIn[kind];
  if (views.length === 0) return localValues.remove(stored);
  const entries = views.map(({ name, value }) => ({ name, [field]: value }));
  localValues.set(stored, JSON.stringify(entries));
}
