import type { Engine } from '../../engine/engine.ts';
import { dayOf, DAY_SECONDS } from '../quarter.ts';
import { selectFirstDays } from './reports.store.ts';
import { readSpan, type Span, type SpanRequest } from './span.ts';
import { openTimeZone } from './time-zone.ts';

/** The instants that a request is about; `now` is in Unix seconds. */
export async function findSpan(engine: Engine, request: SpanRequest, now: number): Promise<Span> {
  const { sums } = await selectFirstDays(engine);
  const firstClick = (sums ?? dayOf(now)) * DAY_SECONDS;
  return readSpan(request, openTimeZone(request.timeZone), now, firstClick);
}
