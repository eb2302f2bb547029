import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { auditGroups } from '../../contracts/people/audit.constants.ts';
import { useHasOthers, useMay } from '../app-info.ts';
import { t } from '../language.ts';
import { accountsQuery } from '../people/people.api.ts';
import { targetKinds } from './actions.ts';
import type { AuditFilter } from './audit.api.ts';

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const field = (name: keyof AuditFilter) => ({
    label: t(`audit.filter.${name}`),
    value: filter[name],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { value: string } }) =>
      onChange({ ...filter, [name]: value }),
  });
  const all = { value: '', label: t('audit.filter.all') };
  return (
    <search className="audit-filters" aria-label={t('audit.filters')}>
      <ActorField {...field('actor')} />
      <NativeSelect
        {...field('action')}
        data={[
          all,
          ...auditGroups.map((group) => ({ value: group, label: t(`audit.group.${group}`) })),
        ]}
      />
      <NativeSelect
        {...field('target')}
        data={[
          all,
          ...targetKinds.map((kind) => ({ value: kind, label: t(`audit.target.${kind}`) })),
        ]}
      />
      <TextInput {...field('from')} type="date" max={filter.until} />
      <TextInput {...field('until')} type="date" min={filter.from} />
    </search>
  );
}

interface ActorFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (event: { readonly currentTarget: { value: string } }) => void;
}

/** Chooses an account, for those who see what others did. */
function ActorField(field: ActorFieldProps) {
  const mayAll = useMay('audit');
  const mayList = useMay('accounts');
  const isShown = useHasOthers() && mayAll && mayList;
  const accounts = useQuery({ ...accountsQuery, enabled: isShown }).data ?? [];
  if (!isShown) return null;
  return (
    <NativeSelect
      {...field}
      data={[
        { value: '', label: t('audit.filter.all') },
        ...accounts.map(({ id, username }) => ({ value: String(id), label: username })),
      ]}
    />
  );
}
