import { z } from 'zod';
import { splitCode } from '../../../contracts/links/domain-code.ts';
import { listDomains } from '../../../contracts/domains.ts';
import { editLinks } from '../../../contracts/links/bulk.ts';
import type { Link } from '../../../contracts/links/links.ts';
import { listTags } from '../../../contracts/links/tags.ts';
import {
  defineGet,
  type CheckedRequestOf,
  type ReplyOf,
  type Route,
} from '../../../contracts/route.ts';
import { getReport } from '../../../contracts/stats/stats.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import type { Arrived } from '../../http/face.ts';
import { mayRead } from '../../links/create-link.ts';
import type { Links } from '../../links/links.ts';
import { revisionOf } from '../../links/revision.ts';
import type { ProtocolOptions, Answer } from '../protocol.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { describeV1, type V1Document } from './openapi.ts';
import * as routes from './routes.ts';
import { showBulk, showCreated, showLink, showManyResult, showReport } from './shapes.ts';

const description = defineGet(`${routes.PREFIX}/openapi.json`, {
  access: 'anyone',
  summary: 'Describe these calls',
  reply: z.unknown(),
});
let described: V1Document | undefined;
const describe = () => (described ??= describeV1());

export type CallsOptions = Pick<ProtocolOptions, 'links' | 'ask'>;

/** The same answer, from what the call left in the database. */
export function recoverAnswer(
  { links }: Pick<CallsOptions, 'links'>,
  { route, call, fields }: Arrived,
  code: string,
): Promise<Answer> | null {
  if (route === routes.createLink && code !== '') return showMade(links, code, call);
  if (route === routes.updateLink)
    return links.get({ id: Number(fields['id']) }, call).then(answerLink);
  if (route === routes.deleteLink) return Promise.resolve(deleted);
  return null;
}

const deleted = { status: 204, body: null };

async function showMade(links: Links, stored: string, call: Call): Promise<Answer> {
  const { domain, code } = splitCode(stored);
  const link = await links.get({ short_url: code, domain }, call);
  const shown = { ...showLink(link), ...(!mayRead(call.caller) && { id: 0 }), is_new: true };
  return answerCreated(routes.createLink.reply.parse(shown));
}

export function listCalls({ links, ask }: CallsOptions): Endpoint[] {
  return [
    answering(description, () => Promise.resolve({ body: describe() })),
    answering(routes.listLinks, async ({ cursor, limit, ...request }, call) => {
      const place = cursor === undefined ? null : readCursor(cursor, request);
      const listed = await links.listFrom({ ...request, place, size: limit }, call);
      const next = listed.next && writeCursor(request, listed.next);
      return { body: { data: listed.links.map(showLink), next_cursor: next } };
    }),
    answering(routes.createLink, async (request, call) =>
      answerCreated(showCreated(await links.create(request, call))),
    ),
    answering(routes.createMany, async (request, call) => {
      const { results, ...counts } = await links.createMany(request, call);
      return { body: { ...counts, results: results.map(showManyResult) } };
    }),
    answering(routes.editMany, async (request, call) => ({
      body: showBulk(await ask(editLinks, request, call)),
    })),
    answering(routes.getLink, async ({ id }, call) => answerLink(await links.get({ id }, call))),
    answering(routes.updateLink, async (change, call) =>
      answerLink(await links.update(change, call, readRevisions(call))),
    ),
    answering(routes.deleteLink, async ({ id }, call) => {
      await links.deleteById(id, call, readRevisions(call));
      return deleted;
    }),
    answering(routes.listTags, async (request, call) => ({
      body: { data: await ask(listTags, request, call), next_cursor: null },
    })),
    answering(routes.listDomains, async (request, call) => ({
      body: { data: await ask(listDomains, request, call), next_cursor: null },
    })),
    answering(routes.getReport, async (request, call) => ({
      body: showReport(await ask(getReport, request, call)),
    })),
  ];
}

/** The face writes the answer, whose body is the reply of the route. */
function answering<R extends Route>(
  route: R,
  run: (request: CheckedRequestOf<R>, call: Call) => Promise<Answer<ReplyOf<R>>>,
): Endpoint {
  return { route, run: endpoint<Route>(route, run as Endpoint['run']).run };
}

function answerCreated(link: ReplyOf<typeof routes.createLink>) {
  const headers = link.id === 0 ? {} : { Location: `${routes.PREFIX}/links/${link.id}` };
  return { status: link.is_new ? 201 : 200, body: link, headers };
}

function answerLink(link: Link) {
  return { body: showLink(link), headers: { ETag: `"${revisionOf(link)}"` } };
}

/** The entity tags of `If-Match`; undefined: every link fits. Weak ones fit none. */
function readRevisions({ ifMatch }: Call): readonly string[] | undefined {
  if (ifMatch === null || ifMatch.trim() === '*') return undefined;
  return ifMatch.split(',').flatMap((tag) => /^"([\w-]{22})"$/.exec(tag.trim())?.[1] ?? []);
}
