import { Switch, TextInput } from '@mantine/core';
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
