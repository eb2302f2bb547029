import { z } from 'zod';
import { toDomain } from '../domain-name.ts';
import { integer, list } from '../fields.ts';
import { filterStates, searchFilters } from './links.constants.ts';
import { LONG_URL_MAX } from './long-url.ts';
import { tagFilter } from './tags.ts';
import { toSingleLine } from '../text.ts';
import { endTime, isPeriod, startTime } from '../stats/times.ts';

/** A link must match every given field. Without fields every link matches. */
export const linkFilter = z.object({
  q: z
    .string()
    .overwrite(toSingleLine)
    .min(1, 'keyword.not.empty')
    .max(LONG_URL_MAX, 'too.large')
    .optional()
    .describe('Text to find anywhere in the code, title, long URL, note or tags'),
  tag: tagFilter.optional().describe('If several are given, a link must have all of them'),
  state: list(z.enum(filterStates), filterStates.length)
    .optional()
    .describe(
      'If several are given, a link must match one of them. never_clicked: `clicks` is 0; `pending_clicks` do not count yet',
    ),
  domain: z
    .string()
    .max(300)
    .overwrite(toDomain)
    .optional()
    .describe('The links of one domain; empty = the main one'),
  created_from: startTime.optional().describe('Created at this instant or later'),
  created_until: endTime.optional().describe('Created before this instant'),
  owner: z
    .union([z.literal('me'), integer(0, Number.MAX_SAFE_INTEGER)], 'me, or the ID of an account')
    .optional()
    .describe('me, or the ID of an account; 0: links that no account owns'),
  not_clicked_since: startTime
    .optional()
    .describe('Not clicked by people at this instant or later; includes links never clicked'),
});
export type LinkFilter = z.output<typeof linkFilter>;

/** `owner` is an id. */
export type Resolved<Filter extends Pick<LinkFilter, 'owner'>> = Omit<Filter, 'owner'> & {
  readonly owner?: number | undefined;
};

type Created = Pick<LinkFilter, 'created_from' | 'created_until'>;
export const isCreatedPeriod = ({ created_from: from, created_until: until }: Created): boolean =>
  isPeriod(from, until);
export const notCreatedPeriod = { path: ['created_from'], error: 'time.order' };

/** A search in one column, beside the filters. */
export const searchFields = {
  filter: z.enum(searchFilters).optional().describe('As in a search; requires keyword'),
  keyword: z.string().trim().min(1, 'keyword.not.empty').max(LONG_URL_MAX, 'too.large').optional(),
};
export type LinkSelection = LinkFilter & z.output<z.ZodObject<typeof searchFields>>;

export const isSearch = ({ filter, keyword }: Pick<LinkSelection, 'filter' | 'keyword'>): boolean =>
  (filter === undefined) === (keyword === undefined);
export const notSearch = { path: ['keyword'], error: 'Send filter and keyword, or neither' };
