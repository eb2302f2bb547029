import { Group, NativeSelect, TextInput } from '@mantine/core';
import { filterStates } from '../../../contracts/links/links.constants.ts';
import { useHosts } from '../../domains/domains.api.ts';
import { toHostName } from '../../domains/host-name.ts';
import { useHasOthers } from '../../app-info.ts';
import { t } from '../../language.ts';
import { TagsInput } from '../../tags/tags-input.tsx';
import { dayBefore, quietDays, type ListFilters } from './list-search.ts';

/** The choices for the age of links, in days. */
const PERIODS = [7, 30, 90] as const;

interface FilterFormProps {
  readonly filters: ListFilters;
  readonly onChange: (filters: ListFilters) => void;
}

/** Chooses the filters of the list. Each choice applies at once. */
export function FilterForm({ filters, onChange }: FilterFormProps) {
  const { tags, state, domain, from, until, quiet, owner } = filters;
  const change = (changed: Partial<ListFilters>) => onChange({ ...filters, ...changed });
  return (
    <div className="links-filter-fields">
      <NativeSelect
        label={t('filter.state')}
        data-autofocus
        value={state ?? ''}
        data={[
          { value: '', label: t('filter.any') },
          ...filterStates.map((value) => ({ value, label: t(`filter.state.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          change({ state: filterStates.find((name) => name === value) ?? null })
        }
      />
      <NativeSelect
        label={t('links.last_clicked')}
        value={quiet ?? ''}
        data={[
          { value: '', label: t('filter.any') },
          ...quietDays.map((days) => ({
            value: String(days),
            label: t('filter.quiet', { count: days }),
          })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          change({ quiet: quietDays.find((days) => String(days) === value) ?? null })
        }
      />
      <OwnerFilter owner={owner} onChange={change} />
      <DomainFilter domain={domain} onChange={(domain) => change({ domain })} />
      <TagsInput
        label={t('filter.tags')}
        help={t('filter.tags.help')}
        names={[...tags]}
        onChange={(names) => change({ tags: names })}
      />
      <PeriodField filters={filters} onChange={change} />
      <Group gap="0.5rem" grow>
        {(['from', 'until'] as const).map((end) => (
          <TextInput
            key={end}
            label={t(`filter.${end}`)}
            type="date"
            {...(end === 'from' ? { max: until } : { min: from })}
            value={filters[end]}
            onChange={({ currentTarget: { value } }) => change({ [end]: value })}
          />
        ))}
      </Group>
    </div>
  );
}

interface OwnerFilterProps extends Pick<ListFilters, 'owner'> {
  readonly onChange: (changed: Pick<ListFilters, 'owner'>) => void;
}

/** A site with one account has no such field. */
function OwnerFilter({ owner, onChange }: OwnerFilterProps) {
  const hasOthers = useHasOthers();
  if (!hasOthers && owner === null) return null;
  return (
    <NativeSelect
      label={t('links.owner')}
      value={owner ?? ''}
      data={[
        { value: '', label: t('filter.any') },
        { value: 'me', label: t('filter.mine') },
      ]}
      onChange={({ currentTarget: { value } }) => onChange({ owner: value === 'me' ? 'me' : null })}
    />
  );
}

interface DomainFilterProps {
  readonly domain: ListFilters['domain'];
  readonly onChange: (domain: ListFilters['domain']) => void;
}

const ANY = 'any';

/** A site without further domains has no such field. */
function DomainFilter({ domain, onChange }: DomainFilterProps) {
  const hosts = new Set(useHosts());
  if (domain !== null && domain !== '') hosts.add(domain);
  if (hosts.size === 0 && domain === null) return null;
  return (
    <NativeSelect
      label={t('domain.label')}
      value={domain ?? ANY}
      data={[
        { value: ANY, label: t('filter.any') },
        ...['', ...hosts].map((host) => ({ value: host, label: toHostName(host) })),
      ]}
      onChange={({ currentTarget: { value } }) => onChange(value === ANY ? null : value)}
    />
  );
}

interface PeriodFieldProps extends Pick<FilterFormProps, 'filters'> {
  readonly onChange: (changed: Partial<ListFilters>) => void;
}

/** The age of links; own: days that match no choice. */
function PeriodField({ filters: { from, until }, onChange }: PeriodFieldProps) {
  const period = PERIODS.find((days) => until === '' && from === dayBefore(days - 1));
  return (
    <NativeSelect
      label={t('filter.created')}
      value={period ?? (from === '' && until === '' ? '' : 'own')}
      data={[
        { value: '', label: t('filter.any') },
        ...PERIODS.map((days) => ({
          value: String(days),
          label: t('filter.created.last', { count: days }),
        })),
        ...(period === undefined && (from !== '' || until !== '')
          ? [{ value: 'own', label: t('filter.created.own') }]
          : []),
      ]}
      onChange={({ currentTarget: { value } }) => {
        if (value === 'own') return;
        onChange({ from: value === '' ? '' : dayBefore(Number(value) - 1), until: '' });
      }}
    />
  );
}
