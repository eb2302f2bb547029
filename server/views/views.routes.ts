import { deleteView as deleteRoute, listViews, setView } from '../../contracts/links/views.ts';
import { actorOf } from '../audit/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import { deleteView, selectViews, upsertView } from './views.store.ts';

export function viewRoutes(engine: Engine): Endpoint[] {
  return [
    endpoint(listViews, (_, call) => selectViews(engine, actorOf(call))),
    endpoint(setView, async (view, call) => {
      await upsertView(engine, actorOf(call), view);
      return view;
    }),
    endpoint(deleteRoute, async (view, call) => {
      if (!(await deleteView(engine, actorOf(call), view))) throw new Problem('views.unknown');
      return {};
    }),
  ];
}
