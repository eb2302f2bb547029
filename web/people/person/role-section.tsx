import { Button, Stack } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { AppInfo } from '../../app-info.ts';
import { useUnsaved } from '../../form/unsaved.ts';
import { t } from '../../language.ts';
import { toast, toastFailure } from '../../toast.tsx';
import { listGivableRoles, useSetRole, type Account } from '../people.api.ts';
import { RoleField } from '../role-field.tsx';

interface RoleSectionProps {
  readonly account: Account;
  readonly info: AppInfo;
}

/** Changes the role, which acts with the next call of that account. */
export function RoleSection({ account, info }: RoleSectionProps) {
  const { id, kind, username: name } = account;
  const [chosen, setChosen] = useState({ role: account.role, seesAll: account.sees_all === 1 });
  const { mutate, isPending } = useSetRole();
  const { role, seesAll } = chosen;
  const isChanged = role !== account.role || seesAll !== (account.sees_all === 1);
  useUnsaved(isChanged);
  const roles = listGivableRoles(info).filter(
    (one) => kind === 'person' || (one !== 'owner' && one !== 'admin'),
  );
  const save = (event: FormEvent) => {
    event.preventDefault();
    mutate(
      { id, role, sees_all: role === 'author' && seesAll ? 1 : 0 },
      {
        onSuccess: () => toast('success', t('people.role.saved', { name })),
        onError: toastFailure('people.role.failed'),
      },
    );
  };
  return (
    <form className="people-section" onSubmit={save}>
      <Stack gap="lg" align="flex-start">
        <RoleField
          roles={roles}
          role={role}
          seesAll={seesAll}
          onChange={(next, all) => setChosen({ role: next, seesAll: all })}
        />
        {isChanged && (
          <Button type="submit" disabled={isPending}>
            {t('people.role.save', { role: t(`role.${role}`) })}
          </Button>
        )}
      </Stack>
    </form>
  );
}
