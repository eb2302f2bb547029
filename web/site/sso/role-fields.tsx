import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { t } from '../../language.ts';
import { plainInput } from '../../ui/fields/plain-input.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { createKey, givenRoles } from './provider-values.ts';
import type { ProviderForm } from './use-provider-form.ts';
import './provider.css';

const example = { placeholder: 'groups' } as const;

interface RoleFieldsProps {
  readonly form: ProviderForm;
}

/** Which groups of the provider give which role. Without a claim, roles are set in Brisk. */
export function RoleFields({ form }: RoleFieldsProps) {
  return (
    <>
      <TextInput
        {...form.getInputProps('roleClaim')}
        {...plainInput}
        {...example}
        label={t('provider.claim')}
        description={t('provider.claim.help')}
        name="role-claim"
      />
      {form.values.roleClaim.trim() !== '' && (
        <>
          <Rules form={form} />
          <NativeSelect
            {...form.getInputProps('noMatch')}
            label={t('provider.none')}
            description={t('provider.none.help')}
            name="no-match"
            data={[
              { value: 'refuse', label: t('provider.none.refuse') },
              { value: 'viewer', label: t('provider.none.viewer') },
              { value: 'keep', label: t('provider.none.keep') },
            ]}
          />
        </>
      )}
    </>
  );
}

function Rules({ form }: RoleFieldsProps) {
  const add = useRef<HTMLButtonElement>(null);
  const roles = givenRoles.map((role) => ({ value: role, label: t(`provider.role.${role}`) }));
  const remove = (index: number) => {
    form.removeListItem('roles', index);
    add.current?.focus();
  };
  return (
    <fieldset className="provider-fields" aria-label={t('provider.rules')}>
      <p className="note">{t('provider.rules.help')}</p>
      {form.values.roles.map(({ key }, index) => (
        <div key={key} className="provider-rule">
          <TextInput
            {...form.getInputProps(`roles.${index}.value`)}
            {...plainInput}
            aria-label={t('provider.rule.value', { number: index + 1 })}
            placeholder={t('provider.rule.value.example')}
            maxLength={256}
          />
          <NativeSelect
            {...form.getInputProps(`roles.${index}.role`)}
            aria-label={t('provider.rule.role', { number: index + 1 })}
            data={roles}
          />
          <IconAction
            label={t('provider.rule.remove', { number: index + 1 })}
            size="lg"
            onClick={() => remove(index)}
          >
            <IconX size={18} aria-hidden />
          </IconAction>
        </div>
      ))}
      <Button
        ref={add}
        variant="default"
        size="xs"
        mt="sm"
        onClick={() =>
          form.insertListItem('roles', { value: '', role: 'viewer', key: createKey() })
        }
      >
        {t('provider.rule.add')}
      </Button>
    </fieldset>
  );
}
