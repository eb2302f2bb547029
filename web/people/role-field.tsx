import { Radio, Stack, Switch } from '@mantine/core';
import type { Role } from '../../contracts/access.constants.ts';
import { t } from '../language.ts';
import '@mantine/core/styles/Radio.css';
import '../ui/fields/switch.css';

interface RoleFieldProps {
  readonly roles: readonly Role[];
  readonly role: Role;
  readonly seesAll: boolean;
  readonly onChange: (role: Role, seesAll: boolean) => void;
}

/** Chooses a role, with a sentence each. An author may see the links of others, too. */
export function RoleField({ roles, role, seesAll, onChange }: RoleFieldProps) {
  return (
    <>
      <Radio.Group
        label={t('people.role')}
        value={role}
        onChange={(chosen) => onChange(chosen, seesAll)}
      >
        <Stack gap="0.625rem" mt="0.5rem">
          {roles.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`role.${value}`)}
              description={t(`role.${value}.about`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {role === 'author' && (
        <Switch
          label={t('people.sees.all')}
          checked={seesAll}
          onChange={({ currentTarget: { checked } }) => onChange(role, checked)}
        />
      )}
    </>
  );
}
