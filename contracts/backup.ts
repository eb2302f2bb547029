import { z } from 'zod';
import { defineRoute } from './route.ts';

export const downloadBackup = defineRoute({
  methods: ['GET'],
  path: '/api/backup',
  needs: 'backup',
  scope: null,
  summary: 'Download a backup of the whole site, for `brisk restore`',
  request: z.object({}),
  download: ['application/vnd.sqlite3'],
  unknownFields: 'unnoticed',
  reply: z.never(),
});
