import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useLacks } from '../../app-info.ts';
import { t } from '../../language.ts';
import type { SettingsFieldsProps } from './settings-values.ts';

const numbers = [
  ['passwordMin', 'settings.login.min', 'settings.login.min.help'],
  ['idleDays', 'settings.login.idle', 'settings.login.idle.help'],
  ['tokenDays', 'settings.login.token', 'settings.login.token.help'],
  ['auditDays', 'settings.login.audit', 'settings.login.audit.help'],
] as const;

/** The fields for passwords, logins, named tokens and the audit log. */
export function SignInFields({ form }: SettingsFieldsProps) {
  return (
    <>
      <Switch
        {...form.getInputProps('explainsLoginFailure', { type: 'checkbox' })}
        label={t('settings.login.tells')}
      />
      <SecondFactorField form={form} />
      {numbers.map(([field, label, help]) => (
        <TextInput
          key={field}
          {...form.getInputProps(field)}
          label={t(label)}
          description={t(help)}
          className="settings-number"
          inputMode="numeric"
          autoComplete="off"
        />
      ))}
    </>
  );
}

const policies = ['off', 'staff', 'all'] as const;

/** Whose logins need a second factor. Only an owner changes it; the others read it. */
function SecondFactorField({ form }: SettingsFieldsProps) {
  const isReader = useLacks('sign-in');
  const { secondFactor } = form.values;
  if (isReader) {
    return (
      <p>
        {t('settings.login.factor.now', { policy: t(`settings.login.factor.${secondFactor}`) })}{' '}
        <span className="muted">{t('settings.login.factor.owner')}</span>
      </p>
    );
  }
  return (
    <NativeSelect
      {...form.getInputProps('secondFactor')}
      label={t('settings.login.factor')}
      description={t('settings.login.factor.help')}
      data={policies.map((value) => ({ value, label: t(`settings.login.factor.${value}`) }))}
    />
  );
}
