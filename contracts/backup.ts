import { z } from 'zod';
import { defineGet, noFields } from './route.ts';

export const downloadBackup = defineGet('/api/backup', {
  needs: 'backup',
  scope: null,
  isFresh: 'with-others',
  summary: 'Download a backup of the whole site, for `brisk restore`',
  ...noFields,
  download: ['application/vnd.sqlite3'],
  reply: z.never(),
});
