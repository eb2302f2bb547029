import {
  deleteTag as deleteRoute,
  listTags,
  renameTag as renameRoute,
  setTag as setRoute,
  type Tag,
} from '../../contracts/links/tags.ts';
import { reachOf } from '../access/reach.ts';
import { actorOf } from '../audit/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import { deleteTag, renameTag, selectTags, setTag } from './tags.store.ts';

export function tagRoutes(engine: Engine): Endpoint[] {
  return [
    endpoint(listTags, (_, { caller }) => selectTags(engine, reachOf(caller))),
    endpoint(setRoute, async ({ name, color, description }, call) => {
      const change = {
        ...(color !== undefined && { color }),
        ...(description !== undefined && { description }),
      };
      return assertFound(await setTag(engine, actorOf(call), name, change));
    }),
    endpoint(renameRoute, async ({ name, to }, call) =>
      assertFound(await renameTag(engine, actorOf(call), name, to)),
    ),
    endpoint(deleteRoute, async ({ name }, call) =>
      assertFound(await deleteTag(engine, actorOf(call), name)),
    ),
  ];
}

function assertFound(tag: Tag | null): Tag {
  if (tag === null) throw new Problem('tags.unknown');
  return tag;
}
