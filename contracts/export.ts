import { z } from 'zod';
import { exportFormats } from './export.constants.ts';
import { flag, integer, list } from './fields.ts';
import {
  isCreatedPeriod,
  isSearch,
  linkFilter,
  notCreatedPeriod,
  notSearch,
  searchFields,
} from './links/link-filter.ts';
import { IDS_MAX, sortColumns } from './links/links.constants.ts';
import { defineGet, defineRoute, LARGE_BODY_MAX } from './route.ts';

const selected = { ...linkFilter.shape, ...searchFields };
type Selected = Partial<Record<keyof typeof selected, unknown>>;

export const exportLinks = defineRoute({
  methods: ['GET', 'POST'],
  path: '/api/export',
  needs: 'links.export',
  scope: 'export',
  isFresh: 'with-others',
  summary: 'Export links as a file: all, those that match filters, or those with the given IDs',
  request: z
    .object({
      format: z
        .enum(exportFormats)
        .optional()
        .describe('json by default; csv with excel. Only JSON can be imported without loss'),
      excel: flag.default(false).describe('1: CSV as UTF-16LE with tabs, for Excel'),
      ids: list(integer(1, Number.MAX_SAFE_INTEGER), IDS_MAX)
        .optional()
        .describe('Instead of filters: the IDs of the links, at most 1,000'),
      ...selected,
      sort: z.enum(sortColumns).optional(),
      order: z
        .enum(['asc', 'desc'])
        .optional()
        .describe('If sort is omitted, the order by ID: the oldest first by default'),
    })
    .refine(({ format, excel }) => !excel || format !== 'json', {
      path: ['excel'],
      error: 'Only for CSV',
    })
    .refine(({ ids, ...fields }) => ids === undefined || !hasFilters(fields), {
      path: ['ids'],
      error: 'Send ids or filters, not both',
    })
    .refine(isSearch, notSearch)
    .refine(isCreatedPeriod, notCreatedPeriod),
  emptyable: ['domain', 'ids'],
  bodyMax: LARGE_BODY_MAX,
  download: ['application/json', 'text/csv'],
  reply: z.never(),
});

function hasFilters(fields: Selected): boolean {
  return Object.keys(selected).some((name) => fields[name as keyof Selected] !== undefined);
}

export const getOwnData = defineGet('/api/account/data', {
  needs: 'own',
  scope: null,
  isFresh: true,
  summary: 'Get all that the site keeps of your account: profile, logins, tokens, acts and links',
  reply: z.never(),
  download: ['application/json'],
});
