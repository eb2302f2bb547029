import type { Engine } from '../../engine/engine.ts';
import { selectKnownDays } from '../log/click-batches.store.ts';
import { readRange, type TimeRange, type RangeRequest } from './time-range.ts';
import { TimeZone } from './time-zone.ts';

/** `now` is in Unix seconds. */
export async function findRange(
  engine: Engine,
  request: RangeRequest,
  now: number,
): Promise<TimeRange> {
  return readRange(request, new TimeZone(request.timeZone), now, await selectKnownDays(engine.db));
}
