import { z } from 'zod';
import { deleteTag, listTags, renameTag, type Tag } from '../../../contracts/links/tags.ts';
import { LONG_URL_MAX } from '../../../contracts/links/long-url.ts';
import { foldTag, TAGS_MAX } from '../../../contracts/links/tag-names.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import { Problem } from '../../http/problem.ts';
import type { Ask } from '../ask.ts';
import { faceRoute } from '../face-route.ts';
import type { ProtocolOptions } from '../protocol.ts';
import { itemsPerPage, orderBy, page, PAGE_MAX } from './routes.ts';
import { summarize, takePage } from './shapes.ts';

const orders = {
  tag: 'name',
  shortUrlsCount: 'links',
  visits: 'clicks',
  nonBotVisits: 'clicks',
} as const;

const listed = z.object({
  page,
  itemsPerPage,
  searchTerm: z.string().max(LONG_URL_MAX, 'too.large').optional(),
  orderBy: orderBy(orders).optional(),
});
const names = faceRoute('GET /tags', listTags, listed);
const stats = faceRoute('GET /tags/stats', listTags, listed);

const { name } = renameTag.request.shape;
const rename = faceRoute('PUT /tags', renameTag, z.object({ oldName: name, newName: name }));
const remove = faceRoute(
  'DELETE /tags',
  deleteTag,
  z.object({
    tags: z.union([
      z.array(z.unknown()).max(TAGS_MAX).pipe(z.array(name)),
      name.transform((one) => [one]),
    ]),
  }),
);

const nothing = { status: 204, body: null };

export function listTagCalls({ ask }: ProtocolOptions): Endpoint[] {
  return [
    endpoint(names, async (request, call) => {
      const tags = sortTags(await ask(listTags, {}, call), request);
      const rows = tags.map((tag) => tag.name);
      return { body: { tags: takePage(rows, request.page, sizeOf(request)) } };
    }),
    endpoint(stats, async (request, call) => {
      const tags = sortTags(await ask(listTags, {}, call), request);
      const rows = tags.map(({ name: tag, links: shortUrlsCount, clicks }) => ({
        tag,
        shortUrlsCount,
        visitsCount: clicks,
        visitsSummary: summarize(clicks, 0),
      }));
      return { body: { tags: takePage(rows, request.page, sizeOf(request)) } };
    }),
    endpoint(rename, async (request, call) => {
      await renameFree(ask, request, call);
      return nothing;
    }),
    endpoint(remove, async ({ tags }, call) => {
      for (const tag of tags) {
        await ask(deleteTag, { name: tag }, call).catch((error: unknown) => {
          if (!isUnknownTag(error)) throw error;
        });
      }
      return nothing;
    }),
  ];
}

function sizeOf({ itemsPerPage: size }: Pick<Listed, 'itemsPerPage'>) {
  return size === undefined || size < 1 ? undefined : Math.min(size, PAGE_MAX);
}

type Listed = z.output<typeof listed>;

/** By name, unless another order is asked for. */
function sortTags(tags: readonly Tag[], { searchTerm = '', orderBy: wanted }: Listed): Tag[] {
  const part = foldTag(searchTerm);
  const found = tags.filter((tag) => foldTag(tag.name).includes(part));
  if (wanted === undefined) return found;
  const { by, order } = wanted;
  // The list is by name.
  const sorted = by === 'name' ? found : found.toSorted((one, other) => one[by] - other[by]);
  return order === 'asc' ? sorted : sorted.toReversed();
}

function isUnknownTag(error: unknown): boolean {
  return error instanceof Problem && error.problem === 'tags.unknown';
}

/** Brisk would merge the tag into the one that has the name. */
async function renameFree(
  ask: Ask,
  { oldName, newName }: z.output<typeof rename.request>,
  call: Call,
): Promise<void> {
  const tags = await ask(listTags, {}, call);
  const has = (wanted: string) => tags.some((tag) => foldTag(tag.name) === foldTag(wanted));
  if (!has(oldName)) throw new Problem('tags.unknown', { data: { tag: oldName } });
  if (foldTag(oldName) !== foldTag(newName) && has(newName)) {
    throw new Problem('tags.name-taken', { data: { oldName, newName } });
  }
  await ask(renameTag, { name: oldName, to: newName }, call);
}
