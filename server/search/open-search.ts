import type { Engine } from '../engine/engine.ts';
import type { Feature } from '../feature.ts';
import { SearchIndex } from './search-index.ts';

export function openSearch(engine: Engine): Feature {
  const index = new SearchIndex(engine);
  return {
    jobs: [{ name: 'index links', everySeconds: 10, isForLeader: true, run: () => index.update() }],
    close: () => index.close(),
  };
}
