import { NativeSelect } from '@mantine/core';
import { explainFailure } from '../failure.ts';
import { useAppInfo } from '../app-info.ts';
import { t } from '../language.ts';
import { initialFocus } from '../ui/fields/initial-focus.ts';
import { useOwners } from './owners.api.ts';

interface OwnerFieldProps {
  readonly label: string;
  /** The choice that changes nothing. */
  readonly none: string;
  /** The id of an account, 0 = nobody; null: the choice that changes nothing. */
  readonly owner: number | null;
  readonly former?: number;
  readonly isFirst?: boolean;
  readonly onChange: (owner: number | null) => void;
}

export function OwnerField(props: OwnerFieldProps) {
  const { label, none, owner, former, isFirst = false, onChange } = props;
  const { data: owners = [], error } = useOwners();
  const me = useAppInfo(false).data?.id;
  const choices = [
    ...owners.map(({ id, username: name }) => ({
      value: String(id),
      label: id === me ? t('links.owner.you', { name }) : name,
    })),
    { value: '0', label: t('links.owner.none') },
  ];
  return (
    <NativeSelect
      {...(isFirst && initialFocus)}
      label={label}
      error={error !== null && explainFailure(error, 'links.owner.failed')}
      value={owner === null ? '' : String(owner)}
      data={[
        { value: '', label: none },
        ...choices.filter(({ value }) => value !== String(former)),
      ]}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : Number(value))}
    />
  );
}
