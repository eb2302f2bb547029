import { Switch, TextInput } from '@mantine/core';
import { t } from '../../language.ts';
import { plainInput } from '../../ui/fields/plain-input.ts';
import type { SettingsFieldsProps } from './settings-values.ts';

/** The fields for the storage of visits and for alerts about unusual numbers. */
export function StatisticsFields({ form }: SettingsFieldsProps) {
  return (
    <>
      <Switch
        {...form.getInputProps('countOnly', { type: 'checkbox' })}
        label={t('settings.statistics.count.only')}
        description={t('settings.statistics.count.only.help')}
      />
      <Switch
        {...form.getInputProps('respectsDoNotTrack', { type: 'checkbox' })}
        label={t('settings.statistics.dnt')}
        description={t('settings.statistics.dnt.help')}
      />
      <Switch
        {...form.getInputProps('alerts', { type: 'checkbox' })}
        label={t('settings.statistics.alerts')}
        description={t('settings.statistics.alerts.help')}
      />
      {form.values.alerts && (
        <TextInput
          {...form.getInputProps('webhook')}
          {...plainInput}
          label={t('settings.statistics.webhook')}
          description={t('settings.statistics.webhook.help')}
          type="url"
          inputMode="url"
          autoComplete="off"
        />
      )}
    </>
  );
}
