import type { Audience } from '../../../contracts/stats.ts';
import type { Engine } from '../../engine/engine.ts';
import { selectOpenDays, selectSettledRevision } from '../days.store.ts';
import type { Facts } from '../facts.ts';
import { selectRulesVersion } from '../facts.store.ts';
import { dayOf, DAY_SECONDS } from '../quarter.ts';
import { compileScan, type Scan } from './compile-scan.ts';
import { keysOfFilters } from './frequent-values.ts';
import type { ReportMemory } from './report-memory.ts';
import { findFilterIds, type Filters } from './report-query.ts';
import { selectKnownDays, type KnownDays } from './reports.store.ts';
import { readSpan, type Span, type SpanRequest } from './span.ts';
import { openTimeZone } from './time-zone.ts';

/** Which clicks somebody asks for. */
export interface ClicksRequest extends SpanRequest {
  readonly audience: Audience;
  readonly filters: Filters;
}

/** What a report is asked for. */
export interface ReportRequest extends ClicksRequest {
  /** 0 = the whole site. */
  readonly linkId: number;
}

/** What reports are made of. */
export type ReportSource = Pick<Source, 'engine' | 'facts' | 'memory'>;

/** Where what is asked for is found out. */
export interface Source {
  readonly engine: Engine;
  readonly facts: Facts;
  readonly memory: ReportMemory;
  readonly linkId: number;
  readonly audience: Audience;
  readonly filters: Filters;
  readonly timeZone: string;
  readonly isFiltered: boolean;
  /** The first day that has sums. */
  readonly firstDay: number;
  /** From which instant on there are details. */
  readonly filtersFrom: number;
  readonly openDays: ReadonlySet<number>;
  /** Of the other days. */
  readonly settledRevision: string;
  /** Whether all sums say who is a person as the facts do: after an upgrade they do so a while later. */
  readonly haveSumsOwnRules: boolean;
  /** Of the values that are filtered by; null: nothing passes that is known. */
  readonly keys: readonly number[] | null;
  /** What is looked for, as far as it has come up by now. */
  readonly scan: () => Scan;
}

/** Whether not all people are asked for. */
export function isFiltered({ audience, filters }: ClicksRequest): boolean {
  return audience !== 'people' || Object.keys(filters).length > 0;
}

/** Finds out of what is asked for how the days stand, and from when to when is known; `now` is in Unix seconds. */
export async function openSource(
  { engine, facts, memory }: ReportSource,
  request: ReportRequest,
  now: number,
): Promise<{ source: Source; span: Span }> {
  // Before the revision: a day that is settled meanwhile is read as one that is open, as which it can
  // be read, and not looked for where only those stand that were settled before.
  const openDays = await selectOpenDays(engine);
  const haveSumsOwnRules = (await selectRulesVersion(engine.db)) === facts.rules.version;
  // Before anything that it says something of.
  const settledRevision = await selectSettledRevision(engine);
  // After that: of settled clicks none has a fact then that is not known.
  await facts.refresh();
  const { linkId, audience, filters, timeZone } = request;
  const known = await selectKnownDays(engine);
  const filtersFrom = findFirstDetail(known, now);
  const asked = readSpan(request, openTimeZone(timeZone), now, known);
  const isGone = isFiltered(request) && asked.to <= filtersFrom;
  const source: Source = {
    engine,
    facts,
    memory,
    linkId,
    audience,
    filters,
    timeZone,
    isFiltered: isFiltered(request),
    firstDay: known.first ?? dayOf(now),
    filtersFrom,
    openDays,
    settledRevision,
    haveSumsOwnRules,
    keys: isGone ? null : keysOfFilters(findFilterIds(facts, filters)),
    scan: compileScan(facts, filters, audience),
  };
  return { source, span: fitSpan(asked, source) };
}

/** From which instant on all clicks are known one by one; 0 when none was ever forgotten. */
function findFirstDetail({ first, firstDetail }: KnownDays, now: number): number {
  if (first === null || first === firstDetail) return 0;
  return (firstDetail ?? dayOf(now)) * DAY_SECONDS;
}

/**
 * Of days without details the sums know no parts: where a span begins or ends within one, it takes
 * the whole day in; and filters know nothing of them at all.
 */
function fitSpan({ from, to }: Span, { isFiltered, filtersFrom }: Source): Span {
  if (isFiltered) return { from: to > filtersFrom ? Math.max(from, filtersFrom) : from, to };
  return {
    from: from < filtersFrom ? dayOf(from) * DAY_SECONDS : from,
    to: to < filtersFrom ? dayOf(to + DAY_SECONDS - 1) * DAY_SECONDS : to,
  };
}
