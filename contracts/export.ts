import { z } from 'zod';
import { defineRoute } from './route.ts';

/** Only JSON can be imported without loss. */
export const exportFormats = ['json', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportLinks = defineRoute({
  methods: ['GET'],
  path: '/api/export',
  access: 'login',
  summary: 'Export all links as a file',
  request: z.object({ format: z.enum(exportFormats).default('json') }),
  download: ['application/json', 'text/csv'],
  reply: z.never(),
});
