import { z } from 'zod';
import { toPlainText } from '../terminal.ts';

const refusal = z.object({
  issues: z.array(z.object({ field: z.string(), reason: z.string() })).min(1),
});

/** The options of fields with another name in the API. */
const options = new Map(
  Object.entries({
    long_url: 'URL',
    short_url: '--code',
    tags: '--tag',
    tag: '--tag',
    expires_at: '--expires',
    ttl_days: '--days',
    starts_at: '--starts',
    fallback_url: '--fallback',
    password: '--password-stdin',
    redirect_status: '--status',
    q: 'SEARCH',
  }),
);

const sentences = new Map(
  Object.entries({
    'no.session.token': 'the site does not accept BRISK_TOKEN',
    'invalid.session.token': 'the site does not accept BRISK_TOKEN',
    'session.expired': 'the login of BRISK_TOKEN has expired',
    'login.required': 'BRISK_TOKEN may not do this: it needs a login',
    'link.not.found': 'there is no such link',
    'short.url.exists': 'this code is taken',
    'short.url.exhausted': 'no free code was found',
    'domain.not.found': 'the site does not have this domain',
    'too.many.links': 'too many links in a short time',
    'too.large': 'this is more than the site takes',
    'request.timeout': 'the request took too long',
    'path.not.found': 'the site does not know this call: its version may be older',
    'storage.full': 'the disk of the site is full',
    'storage.unavailable': 'the database of the site does not answer',
    'internal.error': 'the site failed: its log says why',
  }),
);

const REASONS_MAX = 20;

/** Says why a call failed, a line for each field. */
export function describeFailure(
  code: number,
  key: string,
  data: unknown,
  headers: Headers,
): string {
  const refused = refusal.safeParse(data);
  if (refused.success) {
    const lines = refused.data.issues.slice(0, REASONS_MAX).map(describeIssue);
    return lines.join('\nbrisk: ');
  }
  const wait = /^\d{1,6}$/.exec(headers.get('retry-after') ?? '')?.[0];
  const sentence =
    sentences.get(key) ?? `the site refuses this: ${toPlainText(key).slice(0, 100)} (${code})`;
  return wait === undefined ? sentence : `${sentence}; try again in ${wait} s`;
}

function describeIssue({ field, reason }: { field: string; reason: string }): string {
  const [name = '', ...parts] = toPlainText(field).slice(0, 200).split('.');
  const option = options.get(name) ?? `--${name.replaceAll('_', '-')}`;
  const place = parts.length === 0 ? '' : ` (${parts.join('.')})`;
  const told = sentences.get(reason) ?? toPlainText(reason).slice(0, 500);
  return `${option}${place}: ${told}`;
}
