import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { t } from '../language.ts';
import { useHosts } from './domains.api.ts';
import { toHostName } from './host-name.ts';

interface DomainFieldProps extends Pick<NativeSelectProps, 'error'> {
  /** `''` = the main domain. */
  readonly value: string;
  readonly onChange: (domain: string) => void;
}

/** Chooses the domain of a link. A site without further domains has no such field. */
export function DomainField({ value, onChange, error }: DomainFieldProps) {
  const hosts = useHosts() ?? [];
  const shown = [...new Set(['', ...hosts, value])];
  if (shown.length === 1) return null;
  return (
    <NativeSelect
      label={t('domain.label')}
      name="domain"
      value={value}
      error={error}
      data={shown.map((host) => ({ value: host, label: toHostName(host) }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
