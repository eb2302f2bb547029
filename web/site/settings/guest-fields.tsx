import { Switch, TextInput } from '@mantine/core';
import { t } from '../../language.ts';
import type { SettingsFieldsProps } from './settings-values.ts';

export function GuestFields({ form }: SettingsFieldsProps) {
  return (
    <>
      <Switch
        {...form.getInputProps('guestsAllowed', { type: 'checkbox' })}
        label={t('settings.guests.allow')}
      />
      {form.values.guestsAllowed && (
        <TextInput
          {...form.getInputProps('guestsPerHour')}
          className="settings-number"
          label={t('settings.guests.limit')}
          description={t('settings.guests.limit.help')}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
    </>
  );
}
