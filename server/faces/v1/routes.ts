import { z } from 'zod';
import * as domains from '../../../contracts/domains.ts';
import { integer } from '../../../contracts/fields.ts';
import { editLinks } from '../../../contracts/links/bulk.ts';
import * as many from '../../../contracts/links/create-many.ts';
import {
  isCreatedPeriod,
  linkFilter,
  notCreatedPeriod,
} from '../../../contracts/links/link-filter.ts';
import * as links from '../../../contracts/links/links.ts';
import * as tags from '../../../contracts/links/tags.ts';
import { defineGet, definePost, defineRoute } from '../../../contracts/route.ts';
import { getReport as report } from '../../../contracts/stats/stats.ts';
import { CURSOR_MAX, orders } from '../cursor.ts';
import { permissionOf } from '../face-route.ts';
import { bulkReply, created, issue, link, manyResult, reportReply } from './shapes.ts';

export const PREFIX = '/api/v1';
const LIMIT_MAX = 200;

function listOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    data: z.array(row),
    next_cursor: z.string().nullable().describe('Send it as cursor; null = this page is the last'),
  });
}

const nothing = z.null();

export const listLinks = defineGet(`${PREFIX}/links`, {
  ...permissionOf(links.listLinks),
  summary: 'List links: all, or those that match a filter',
  request: z
    .object({
      cursor: z
        .string()
        .max(CURSOR_MAX)
        .optional()
        .describe('The next_cursor of the page before; send the same sort, order and filters'),
      limit: integer(1, LIMIT_MAX).default(50),
      sort: z.enum(orders).optional().describe('If omitted, the newest links come first'),
      order: z.enum(['asc', 'desc']).default('desc'),
      ...linkFilter.shape,
    })
    .refine(isCreatedPeriod, notCreatedPeriod),
  emptyable: ['domain'],
  reply: listOf(link),
});

export const createLink = definePost(`${PREFIX}/links`, {
  ...permissionOf(links.createLink),
  summary: 'Create a link. 201: it is new; 200: the link existed, and stays unchanged',
  request: links.createLink.request,
  reply: created,
});

export const createMany = definePost(`${PREFIX}/links/many`, {
  ...permissionOf(many.createLinks),
  summary: many.createLinks.summary,
  request: many.createLinks.request.superRefine(({ links: rows }, { issues }) => {
    const names = Object.keys(links.createLink.request.shape);
    for (const [index, row] of rows.entries()) {
      if (typeof row !== 'object' || row === null) continue;
      const unknown = Object.keys(row).find((name) => !names.includes(name));
      if (unknown === undefined) continue;
      const path = ['links', index, unknown];
      issues.push({ code: 'custom', path, message: 'Unknown field', input: row });
      return;
    }
  }),
  bodyMax: many.createLinks.bodyMax!,
  fieldsMax: many.createLinks.fieldsMax!,
  reply: many.createLinks.reply.extend({
    results: z.array(manyResult).describe('In the order of the request'),
  }),
});

export const editMany = definePost(`${PREFIX}/links/bulk`, {
  ...permissionOf(editLinks),
  summary: editLinks.summary,
  request: editLinks.request,
  bodyMax: editLinks.bodyMax!,
  reply: bulkReply,
});

const { id } = links.updateLink.request.shape;
const one = { path: `${PREFIX}/links/{id}`, reply: link } as const;

export const getLink = defineRoute({
  ...permissionOf(links.getLink),
  ...one,
  methods: ['GET'],
  summary: 'Get a link',
  request: z.object({ id }),
});

export const updateLink = defineRoute({
  ...permissionOf(links.updateLink),
  ...one,
  methods: ['PATCH'],
  summary: links.updateLink.summary,
  request: links.updateLink.request,
  emptyable: links.updateLink.emptyable!,
});

export const deleteLink = defineRoute({
  ...permissionOf(links.deleteLinks),
  ...one,
  methods: ['DELETE'],
  summary: 'Delete a link; it can be restored for 30 days',
  request: z.object({ id }),
  reply: nothing,
});

const tag = tags.setTag.reply;

export const listTags = defineGet(`${PREFIX}/tags`, {
  ...permissionOf(tags.listTags),
  summary: tags.listTags.summary,
  reply: listOf(tag),
});

export const listDomains = defineGet(`${PREFIX}/domains`, {
  ...permissionOf(domains.listDomains),
  summary: domains.listDomains.summary,
  reply: listOf(domains.listDomains.reply.element),
});

export const getReport = defineGet(`${PREFIX}/stats/report`, {
  ...permissionOf(report),
  summary: report.summary,
  request: report.request,
  reply: reportReply,
});

export const problem = z.object({
  type: z.string().describe('Identifies the problem; it stays the same'),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  issues: z.array(issue).optional().describe('The wrong fields'),
});
