import { Stack } from '@mantine/core';
import { locale, t, toCounted } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { describePart } from '../describe-part.ts';
import type { Job } from './jobs.api.ts';
import { once } from '../../ui/text/remember.ts';

const LISTED_MAX = 20;

const lists = once(() => new Intl.ListFormat(locale));
const dates = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));

function nameSome(names: readonly string[]): string {
  const rest = names.length - LISTED_MAX;
  const shown = names.slice(0, LISTED_MAX);
  return lists().format(rest > 0 ? [...shown, `+${formatNumber(rest, locale)}`] : shown);
}

function describeDetails({ with_details: count, from, until }: Job['clicks']): string {
  if (from === null || until === null) return t('over.clicks.plain');
  return t('over.clicks.detailed', {
    shown: formatNumber(count, locale),
    from: dates().format(from * 1000),
    until: dates().format(until * 1000),
  });
}

function describeKnown(clicks: Job['clicks']): string {
  return t('over.known', {
    country: formatNumber(clicks.with_country, locale),
    referrer: formatNumber(clicks.with_referrer, locale),
    browser: formatNumber(clicks.with_browser, locale),
    system: formatNumber(clicks.with_system, locale),
  });
}

/** What else a file holds: clicks and, before the import, the domains and tags that are new. */
export function JobFacts({ job }: { readonly job: Job }) {
  const { clicks, partial } = job;
  const { domains, tags } = job.started_at === null ? job : { domains: [], tags: 0 };
  const count = clicks.with_details + clicks.without;
  if (count === 0 && domains.length === 0 && tags === 0 && partial === null) return null;
  return (
    <Stack component="ul" className="over-facts anywhere" gap="0.25rem">
      {count > 0 && (
        <li>
          {t('over.clicks', toCounted(count))} {describeDetails(clicks)}
        </li>
      )}
      {clicks.with_details > 0 && <li>{describeKnown(clicks)}</li>}
      {clicks.beyond > 0 && <li>{t('over.beyond', toCounted(clicks.beyond))}</li>}
      {clicks.ahead > 0 && <li>{t('over.ahead', toCounted(clicks.ahead))}</li>}
      {domains.length > 0 && <li>{t('over.domains', { list: nameSome(domains) })}</li>}
      {tags > 0 && <li>{t('over.tags', toCounted(tags))}</li>}
      {partial !== null && <li>{describePart(partial)}</li>}
    </Stack>
  );
}
