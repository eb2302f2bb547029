import { z } from 'zod';
import { defineRoute } from './route.ts';

const acknowledged = z.int().describe('Visits answered with a redirect that must be counted');
const journalled = z.int().describe('Of them, those that are safe in the journal');
const uncounted = z.int().describe('Of them, those that could not be journalled and are lost');

/** A process that answers visitors, with what it did since it started. */
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

export const getStatus = defineRoute({
  methods: ['GET'],
  path: '/api/status',
  access: 'login',
  summary: 'How the server is doing, and whether clicks wait or were lost',
  request: z.object({}),
  reply: z.object({
    version: z.string(),
    uptime: z.int().describe('Seconds since the server started'),
    sqlite_version: z.string().optional().describe('Of a site on one machine'),
    postgres_version: z.string().optional().describe('Of a site on several machines'),
    workers: z.array(workerStatus).describe('The processes that answer visitors'),
    replaced: z
      .object({ workers: z.int(), background: z.int() })
      .describe('Processes that hung or died and were replaced, since the server started'),
    untrusted_proxy: z
      .object({
        address: z.string().describe('The address that it connects from'),
        setting: z.string().describe('The setting that makes it a trusted proxy'),
      })
      .nullable()
      .describe('A proxy that is not trusted: all of its visitors count as one client'),
    clicks: z
      .object({
        acknowledged,
        journalled,
        drained: z.int().describe('Clicks added to the counts, also those of before the start'),
        uncounted,
        damaged_bytes: z.int().describe('Damaged bytes of the journal that were passed over'),
        damaged_segments: z
          .int()
          .describe('Journal files that are kept because a part of them is damaged'),
        lag_seconds: z
          .number()
          .describe('Age of the oldest click that is not in the counts yet; 0 = there is none'),
      })
      .describe('All since the server started'),
  }),
});
