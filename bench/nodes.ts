import { installSystemPackages } from '../scripts/system-packages.ts';
import { measureNodeCreates } from './nodes-creates.ts';
import { measureDrain } from './nodes-drain.ts';
import { measureLists } from './nodes-lists.ts';
import { NodesPlace } from './nodes-place.ts';
import { measureCached, measureCold } from './nodes-redirects.ts';
import { measureSizes } from './nodes-sizes.ts';
import { measureNodeStart } from './nodes-start.ts';

const LINKS = 1_000_000;

/** Nodes on PostgreSQL at a million links, compared with SQLite where both can do the same. */
export async function measureNodes(): Promise<object> {
  await installSystemPackages('postgresql', 'wrk');
  await using place = await NodesPlace.open(LINKS);
  return {
    links: LINKS,
    bytes_per_link: await measureSizes(place),
    start: await measureNodeStart(place),
    cached: await measureCached(place),
    cold: await measureCold(place),
    lists: await measureLists(place),
    // The drain leaves many dead rows behind, so it comes late.
    drain: await measureDrain(place),
    creates: await measureNodeCreates(place),
  };
}
