import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { toHostName } from '../../domains/host-name.ts';
import { t, locale } from '../../language.ts';
import { hasFilters, noFilters, type ListFilters } from './list-search.ts';
import { once } from '../../ui/text/remember.ts';

interface FilterChipsProps {
  readonly filters: ListFilters;
  readonly onChange: (filters: ListFilters) => void;
}

/** Lists the active filters. A press removes one. */
export function FilterChips({ filters, onChange }: FilterChipsProps) {
  if (!hasFilters(filters)) return null;
  const { tags, state, domain, quiet, owner } = filters;
  const days = describeDays(filters);
  const chips = [
    ...tags.map((tag) => ({
      name: t('filter.tag.is', { tag }),
      without: { tags: tags.filter((other) => other !== tag) },
    })),
    ...(state === null ? [] : [{ name: t(`filter.state.${state}`), without: { state: null } }]),
    ...(domain === null ? [] : [{ name: describeDomain(domain), without: { domain: null } }]),
    ...(quiet === null
      ? []
      : [{ name: t('filter.quiet', { count: quiet }), without: { quiet: null } }]),
    ...(owner === null ? [] : [{ name: t('filter.mine'), without: { owner: null } }]),
    ...(days === null ? [] : [{ name: days, without: { from: '', until: '' } }]),
  ];
  return (
    <ul className="links-chips" aria-label={t('filter.title')}>
      {chips.map(({ name, without }) => (
        <li key={name}>
          <button
            type="button"
            className="links-chip"
            aria-label={t('filter.remove', { name })}
            title={t('filter.remove', { name })}
            onClick={() => onChange({ ...filters, ...without })}
          >
            {name}
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
      {tags.length === 1 && (
        <li>
          <Link to="/admin/$name" params={{ name: 'stats' }} search={{ tag: tags[0]! }}>
            {t('stats.title')}
          </Link>
        </li>
      )}
      <li>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange(noFilters)}>
          {t('filter.clear')}
        </Button>
      </li>
    </ul>
  );
}

const format = once(
  () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
);

/** Describes the filter by creation date; null: no such filter. */
function describeDays({ from, until }: Pick<ListFilters, 'from' | 'until'>): string | null {
  if (from === '' && until === '') return null;
  const [first, last] = [from, until].map((day) =>
    day === '' ? '' : format().format(new Date(day)),
  );
  if (until === '') return t('filter.created.from', { day: first! });
  if (from === '') return t('filter.created.until', { day: last! });
  return t('filter.created.range', { first: first!, last: last! });
}

function describeDomain(domain: string): string {
  return t('filter.domain.is', { host: toHostName(domain) });
}
