import { Switch } from '@mantine/core';
import { t } from '../../language.ts';
import { AvatarField } from './avatar-field.tsx';
import { BlockedField } from './blocked-field.tsx';
import { GuestFields } from './guest-fields.tsx';
import { HtmlFields } from './html-fields.tsx';
import { SettingsSection } from './settings-section.tsx';
import type { SettingsFieldsProps } from './settings-values.ts';
import { SiteFields } from './site-fields.tsx';
import { StatisticsFields } from './statistics-fields.tsx';

/** The sections with the fields of the settings. */
export function SettingsFields({ form }: SettingsFieldsProps) {
  return (
    <>
      <SettingsSection section="site" about={t('settings.site.about')}>
        <SiteFields form={form} />
      </SettingsSection>
      <SettingsSection section="html" about={t('settings.html.about')}>
        <HtmlFields form={form} />
      </SettingsSection>
      <SettingsSection section="guests" about={t('settings.guests.about')}>
        <GuestFields form={form} />
      </SettingsSection>
      <SettingsSection section="blocked" about={t('settings.blocked.about')}>
        <BlockedField
          {...form.getInputProps('blocked')}
          onFill={(text) => form.setFieldValue('blocked', text)}
        />
        <Switch
          {...form.getInputProps('helpsBlockedApps', { type: 'checkbox' })}
          label={t('settings.blocked.apps')}
          description={t('settings.blocked.apps.help')}
        />
      </SettingsSection>
      <SettingsSection section="avatar" about={t('settings.avatar.about')}>
        <AvatarField
          choice={form.values.avatarChoice}
          ownAddress={form.getInputProps('avatarOwn')}
          onChoose={(choice) => form.setFieldValue('avatarChoice', choice)}
        />
      </SettingsSection>
      <SettingsSection section="statistics" about={t('settings.statistics.about')}>
        <StatisticsFields form={form} />
      </SettingsSection>
      <SettingsSection section="login" about={t('settings.login.about')}>
        <Switch
          {...form.getInputProps('explainsLoginFailure', { type: 'checkbox' })}
          label={t('settings.login.tells')}
        />
      </SettingsSection>
    </>
  );
}
