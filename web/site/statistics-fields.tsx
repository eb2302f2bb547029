import { Switch, TextInput, type SwitchProps, type TextInputProps } from '@mantine/core';
import { t } from '../language.ts';
import { plainInput } from '../ui/plain-input.ts';

interface StatisticsFieldsProps {
  readonly countOnly: SwitchProps;
  readonly doNotTrack: SwitchProps;
  readonly alerts: SwitchProps;
  readonly webhook: TextInputProps;
}

/** What is kept of visits, and who hears of unusual numbers. */
export function StatisticsFields({
  countOnly,
  doNotTrack,
  alerts,
  webhook,
}: StatisticsFieldsProps) {
  return (
    <>
      <Switch
        {...countOnly}
        label={t('settings.statistics.count.only')}
        description={t('settings.statistics.count.only.help')}
      />
      <Switch
        {...doNotTrack}
        label={t('settings.statistics.dnt')}
        description={t('settings.statistics.dnt.help')}
      />
      <Switch
        {...alerts}
        label={t('settings.statistics.alerts')}
        description={t('settings.statistics.alerts.help')}
      />
      {alerts.checked === true && (
        <TextInput
          {...webhook}
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
