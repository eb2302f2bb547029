import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as contract from '../../../contracts/links/create-many.ts';
import type { ReplyOf } from '../../../contracts/route.ts';
import { call, endpoint } from '../../api.ts';
import { linksKey } from '../links.api.ts';
import type { PastedRow } from './pasted-rows.ts';

const createLinks = endpoint<typeof contract.createLinks>('POST', '/api/urls/create_many');

type Reply = ReplyOf<typeof contract.createLinks>;
export type Result = Reply['results'][number];
/** What all links get. */
export interface Shared {
  readonly tags: readonly string[];
  readonly domain: string;
}

/** In milliseconds. */
const TIMEOUT_MS = 120_000;
/** Links of one request: after each, the page shows the progress. */
const PART = 100;

function send(
  rows: readonly PastedRow[],
  { tags: all, domain }: Shared,
  isDry: boolean,
): Promise<Reply> {
  const links = rows.map(({ long_url, short_url, title, tags }) => ({
    long_url,
    title,
    tags: [...tags],
    ...(short_url !== '' && { short_url }),
  }));
  const request = { links, tags: [...all], domain, dry_run: isDry };
  return call(createLinks, request, TIMEOUT_MS);
}

/** What would become of each row. */
export function usePreview(rows: readonly PastedRow[], shared: Shared, isEnabled: boolean) {
  return useQuery({
    queryKey: ['many-preview', rows, shared],
    queryFn: () => send(rows, shared, true),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    // A preview is only true at the moment of the answer.
    staleTime: 0,
    gcTime: 0,
  });
}

/** A row with what became of it. */
export interface DoneRow {
  readonly row: PastedRow;
  readonly result: Result;
}

/** Creates the links of rows in parts. After an error, the next call goes on with the others. */
export function useCreation() {
  const queries = useQueryClient();
  const [done, setDone] = useState<readonly DoneRow[]>([]);
  const creating = useMutation({
    mutationFn: async ({ rows, ...shared }: Shared & { readonly rows: readonly PastedRow[] }) => {
      const all = [...done];
      while (all.length < rows.length) {
        const part = rows.slice(all.length, all.length + PART);
        const { results } = await send(part, shared, false);
        all.push(...part.map((row, at) => ({ row, result: results[at]! })));
        setDone([...all]);
      }
      return all;
    },
    onSettled: () =>
      Promise.all([linksKey, ['tags']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  return { ...creating, done };
}
