import { z } from 'zod';
import { exportFormats } from './export.constants.ts';
import { defineRoute } from './route.ts';

export const exportLinks = defineRoute({
  methods: ['GET'],
  path: '/api/export',
  needs: 'links.export',
  scope: 'export',
  summary: 'Export all links as a file',
  request: z.object({ format: z.enum(exportFormats).default('json') }),
  download: ['application/json', 'text/csv'],
  reply: z.never(),
});
