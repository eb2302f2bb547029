import { z } from 'zod';
import { defineRoute } from './route.ts';

export const downloadBackup = defineRoute({
  methods: ['GET'],
  path: '/api/backup',
  access: 'login',
  summary: 'Back the whole site up into a file, which `brisk restore` brings back',
  request: z.object({}),
  download: ['application/vnd.sqlite3'],
  reply: z.never(),
});
