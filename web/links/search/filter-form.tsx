import { Group, TextInput } from '@mantine/core';
import { filterStates } from '../../../contracts/links/links.constants.ts';
import { useHosts } from '../../domains/domains.api.ts';
import { toHostName } from '../../domains/host-name.ts';
import { useHasOthers } from '../../app-info.ts';
import { t } from '../../language.ts';
import { TagsInput } from '../../tags/tags-input.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
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
      <SelectField
        label={t('filter.state')}
        data-autofocus
        choices={[null, ...filterStates]}
        format={(name) => t(name === null ? 'filter.any' : `filter.state.${name}`)}
        value={state}
        onChange={(chosen) => change({ state: chosen })}
      />
      <SelectField
        label={t('links.last_clicked')}
        choices={[null, ...quietDays]}
        format={(days) => (days === null ? t('filter.any') : t('filter.quiet', { count: days }))}
        value={quiet}
        onChange={(days) => change({ quiet: days })}
      />
      <OwnerFilter owner={owner} onChange={change} />
      <DomainFilter domain={domain} onChange={(domain) => change({ domain })} />
      <TagsInput
        label={t('links.tags')}
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
    <SelectField
      label={t('links.owner')}
      choices={[null, 'me']}
      format={(name) => t(name === null ? 'filter.any' : 'filter.mine')}
      value={owner}
      onChange={(name) => onChange({ owner: name })}
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
    <SelectField
      label={t('domain.label')}
      choices={[ANY, '', ...hosts]}
      format={(host) => (host === ANY ? t('filter.any') : toHostName(host))}
      value={domain ?? ANY}
      onChange={(host) => onChange(host === ANY ? null : host)}
    />
  );
}

interface PeriodFieldProps extends Pick<FilterFormProps, 'filters'> {
  readonly onChange: (changed: Partial<ListFilters>) => void;
}

/** The age of links; own: days that match no choice. */
function PeriodField({ filters: { from, until }, onChange }: PeriodFieldProps) {
  const period = PERIODS.find((days) => until === '' && from === dayBefore(days - 1));
  const isOwn = period === undefined && from + until !== '';
  return (
    <SelectField
      label={t('links.created')}
      choices={isOwn ? [null, ...PERIODS, 'own'] : [null, ...PERIODS]}
      format={(days) => {
        if (days === null) return t('filter.any');
        return days === 'own' ? t('filter.created.own') : t('filter.created.last', { count: days });
      }}
      value={isOwn ? 'own' : (period ?? null)}
      onChange={(days) => {
        if (days === 'own') return;
        onChange({ from: days === null ? '' : dayBefore(days - 1), until: '' });
      }}
    />
  );
}
