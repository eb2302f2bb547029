import { z } from 'zod';
import { failedRow } from '../../../contracts/import.ts';
import { editLinks } from '../../../contracts/links/bulk.ts';
import { createLinks } from '../../../contracts/links/create-many.ts';
import { createLink, link as storedLink, type Link } from '../../../contracts/links/links.ts';
import { condition, rule as storedRule, type Rule } from '../../../contracts/links/routing.ts';
import type { ReplyOf } from '../../../contracts/route.ts';
import { getReport, type Bar, type Report } from '../../../contracts/stats/stats.ts';

const time = z.iso.datetime().describe('ISO 8601, in UTC');

function toTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** Links and rules keep 0 for "never" and "at once". */
function toTimeOrNull(seconds: number): string | null {
  return seconds === 0 ? null : toTime(seconds);
}

const [targetRule, splitRule] = storedRule.options;
const when = condition.extend({ from: time.optional(), until: time.optional() });
const rule = z.union([targetRule.extend({ when }), splitRule.extend({ when })]);

const expiry = { expires_at: time.nullable().describe('null = never') };

export const link = storedLink.extend({
  ...expiry,
  created_at: time,
  updated_at: time,
  last_clicked_at: time.nullable().describe('The last counted click by people; null = none'),
  starts_at: time.nullable().describe('null = at once'),
  rules: z.array(rule),
});

export function showLink(stored: Link): z.output<typeof link> {
  return {
    ...stored,
    expires_at: toTimeOrNull(stored.expires_at),
    created_at: toTime(stored.created_at),
    updated_at: toTime(stored.updated_at),
    last_clicked_at: toTimeOrNull(stored.last_clicked_at),
    starts_at: toTimeOrNull(stored.starts_at),
    rules: stored.rules.map(showRule),
  };
}

function showRule({ when: { from, until, ...fits }, ...leads }: Rule) {
  const limits = {
    ...(from !== undefined && { from: toTime(from) }),
    ...(until !== undefined && { until: toTime(until) }),
  };
  return { when: { ...fits, ...limits }, ...leads };
}

const { ignored: _ignored, ...createdFields } = createLink.reply.shape;
export const created = z.object({ ...createdFields, ...expiry });

export function showCreated({
  ignored: _ignored,
  ...stored
}: ReplyOf<typeof createLink>): z.output<typeof created> {
  return { ...stored, expires_at: toTimeOrNull(stored.expires_at) };
}

export const issue = z.object({
  field: z.string(),
  key: failedRow.shape.key,
  reason: z.string().describe('What is wrong, in English'),
  restorable_until: time
    .optional()
    .describe('For the code of a deleted link: until when the link can be restored'),
});

interface StoredIssue extends Omit<z.output<typeof issue>, 'restorable_until'> {
  readonly restorable_until?: number | undefined;
}

export function showIssue({ restorable_until: until, ...stored }: StoredIssue) {
  return { ...stored, ...(until !== undefined && { restorable_until: toTime(until) }) };
}

const storedResult = createLinks.reply.shape.results.element;
export const manyResult = storedResult.extend({
  link: created.optional().describe('As when one link is created'),
  issues: z.array(issue).optional(),
});

export function showManyResult({
  link: stored,
  issues,
  ...result
}: z.output<typeof storedResult>): z.output<typeof manyResult> {
  return {
    ...result,
    ...(stored !== undefined && { link: showCreated(stored) }),
    ...(issues !== undefined && { issues: issues.map(showIssue) }),
  };
}

const example = editLinks.reply.shape.examples.element;
const change = example.shape.changes.element;
const value = change.shape.from.nullable();
export const bulkReply = editLinks.reply.extend({
  examples: z.array(
    example.extend({
      changes: z
        .array(change.extend({ from: value, to: value }))
        .describe('Times are ISO 8601, in UTC; null = never'),
    }),
  ),
});

const timeFields: ReadonlySet<string> = new Set(['expires_at', 'starts_at']);

export function showBulk(stored: ReplyOf<typeof editLinks>): z.output<typeof bulkReply> {
  const examples = stored.examples.map(({ changes, ...about }) => ({
    ...about,
    changes: changes.map(({ field, from, to }) => ({
      field,
      from: showValue(field, from),
      to: showValue(field, to),
    })),
  }));
  return { ...stored, examples };
}

function showValue(field: string, stored: z.output<typeof change>['from']) {
  const isTime = typeof stored === 'number' && timeFields.has(field);
  return isTime ? toTimeOrNull(stored) : stored;
}

const { bars, compared, filters_from: filtersFrom } = getReport.reply.shape;

const shownBars = z.array(
  bars.element.extend({ start: time.describe('Start of the hour, day or month') }),
);
const comparison = compared.unwrap().extend({ from: time, to: time, bars: shownBars });
export const reportReply = getReport.reply.extend({
  from: time.describe('Start of the period'),
  to: time,
  bars: shownBars,
  compared: comparison.nullable().describe(compared.description ?? ''),
  filters_from: time.describe(filtersFrom.description ?? ''),
});

const showBar = (bar: Bar) => ({ ...bar, start: toTime(bar.start) });

export function showReport(stored: Report): z.output<typeof reportReply> {
  const { compared: other } = stored;
  return {
    ...stored,
    from: toTime(stored.from),
    to: toTime(stored.to),
    filters_from: toTime(stored.filters_from),
    bars: stored.bars.map(showBar),
    compared: other && {
      ...other,
      from: toTime(other.from),
      to: toTime(other.to),
      bars: other.bars.map(showBar),
    },
  };
}
