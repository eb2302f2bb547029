import { z } from 'zod';
import { defineGet, noFields } from './route.ts';

const acknowledged = z.int().describe('Visits that were redirected and must be counted');
const journalled = z.int().describe('Visits safely written to the journal');
const uncounted = z.int().describe('Visits that could not be written to the journal and are lost');

/** A process that answers visitors. Its numbers count from its start. */
const workerStatus = z.object({
  pid: z.int(),
  started_at: z.int(),
  silent_seconds: z
    .number()
    .describe('Seconds since its last heartbeat; a process that stays silent is replaced'),
  acknowledged,
  journalled,
  uncounted,
});
export type WorkerStatus = z.output<typeof workerStatus>;

export const getStatus = defineGet('/api/status', {
  needs: 'status',
  scope: 'status:read',
  summary: 'Get the server’s status, and whether clicks are waiting or were lost',
  ...noFields,
  reply: z.object({
    version: z.string(),
    uptime: z.int().describe('Seconds since the server started'),
    sqlite_version: z.string().optional().describe('Only if the site uses SQLite'),
    postgres_version: z.string().optional().describe('Only if the site uses PostgreSQL'),
    workers: z.array(workerStatus).describe('The processes that answer visitors'),
    replaced: z
      .object({ workers: z.int(), background: z.int() })
      .describe('Processes that hung or died and were replaced since the server started'),
    untrusted_proxy: z
      .object({
        address: z.string().describe('The address the proxy connects from'),
        setting: z.string().describe('The setting that makes it a trusted proxy'),
      })
      .nullable()
      .describe('A proxy that is not trusted: all its visitors count as one client'),
    clicks: z
      .object({
        acknowledged,
        journalled,
        drained: z
          .int()
          .describe('Clicks added to the counts, including those left from before the start'),
        uncounted,
        damaged_bytes: z.int().describe('Damaged bytes of the journal that were skipped'),
        damaged_segments: z
          .int()
          .describe('Journal files that are kept because part of them is damaged'),
        lag_seconds: z
          .number()
          .describe('Age of the oldest click not counted yet, in seconds; 0 if there is none'),
      })
      .describe('Totals since the server started'),
  }),
});
