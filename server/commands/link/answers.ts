import { z } from 'zod';
import { normalizeHost } from '../../../contracts/domain-name.ts';
import { print, type ExitCode } from '../terminal.ts';

/** The fields that the commands need. A newer site may answer with more, which --json prints. */
export const linkAddress = z.looseObject({
  id: z.int(),
  short_url: z.string(),
  domain: z
    .string()
    .refine((host) => host === '' || normalizeHost(host) === host)
    .default(''),
});

export const createdLink = linkAddress.extend({ is_new: z.boolean() });

export const shownLink = linkAddress.extend({
  long_url: z.string(),
  title: z.string(),
  clicks: z.int(),
  pending_clicks: z.int(),
  state: z.string(),
});
export type ShownLink = z.output<typeof shownLink>;

export const linkPage = z.looseObject({ total: z.int(), urls: z.array(shownLink) });

export function printJson(data: unknown): ExitCode {
  return print(`${JSON.stringify(data, null, 2)}\n`);
}
