import type { Engine } from '../../engine/engine.ts';
import { selectKnownDays } from '../log/click-batches.store.ts';
import { readSpan, type Span, type SpanRequest } from './span.ts';
import { openTimeZone } from './time-zone.ts';

/** `now` is in Unix seconds. */
export async function findSpan(engine: Engine, request: SpanRequest, now: number): Promise<Span> {
  return readSpan(request, openTimeZone(request.timeZone), now, await selectKnownDays(engine.db));
}
