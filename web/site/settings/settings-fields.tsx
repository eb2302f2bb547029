import { Switch, NativeSelect, TextInput, type TextInputProps, Textarea } from '@mantine/core';
import { useLacks } from '../../app-info.ts';
import { t } from '../../language.ts';
import { SignInFields } from './sign-in-fields.tsx';
import { BlockedField } from './blocked-field.tsx';
import { CompatFields } from './compat-fields.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SsoSection } from './sso-section.tsx';
import { type SettingsFieldsProps, avatarChoices, type AvatarChoice } from './settings-values.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { urlInput } from '../../ui/fields/plain-input.ts';

/** The sections with the fields of the settings. */
export function SettingsFields({ form }: SettingsFieldsProps) {
  const lacksHtml = useLacks('html');
  const lacksSso = useLacks('sign-in');
  return (
    <>
      <SettingsSection id="site" title={t('settings.site')} about={t('settings.site.about')}>
        <SiteFields form={form} />
      </SettingsSection>
      {!lacksHtml && (
        <SettingsSection id="html" title={t('settings.html')} about={t('settings.html.about')}>
          <HtmlFields form={form} />
        </SettingsSection>
      )}
      <SettingsSection id="guests" title={t('settings.guests')} about={t('settings.guests.about')}>
        <GuestFields form={form} />
      </SettingsSection>
      <SettingsSection
        id="blocked"
        title={t('settings.blocked')}
        about={t('settings.blocked.about')}
      >
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
      <SettingsSection id="avatar" title={t('settings.avatar')} about={t('settings.avatar.about')}>
        <AvatarField
          choice={form.values.avatarChoice}
          ownAddress={form.getInputProps('avatarOwn')}
          onChoose={(choice) => form.setFieldValue('avatarChoice', choice)}
        />
      </SettingsSection>
      <SettingsSection
        id="statistics"
        title={t('stats.title')}
        about={t('settings.statistics.about')}
      >
        <StatisticsFields form={form} />
      </SettingsSection>
      <SettingsSection id="login" title={t('settings.login')} about={t('settings.login.about')}>
        <SignInFields form={form} />
      </SettingsSection>
      {!lacksSso && <SsoSection />}
      <SettingsSection id="compat" title={t('settings.compat')} about={t('settings.compat.about')}>
        <CompatFields form={form} />
      </SettingsSection>
    </>
  );
}

interface AvatarFieldProps {
  readonly choice: AvatarChoice;
  readonly ownAddress: TextInputProps;
  readonly onChoose: (choice: AvatarChoice) => void;
}

function AvatarField({ choice, ownAddress, onChoose }: AvatarFieldProps) {
  return (
    <>
      <SelectField
        label={t('settings.avatar.service')}
        choices={avatarChoices}
        format={(name) => t(`settings.avatar.${name}`)}
        value={choice}
        onChange={onChoose}
      />
      {choice === 'own' && (
        <TextInput
          {...ownAddress}
          label={t('settings.avatar.own.address')}
          description={t('settings.avatar.own.help')}
          {...urlInput}
        />
      )}
    </>
  );
}

function GuestFields({ form }: SettingsFieldsProps) {
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

const html = {
  autosize: true,
  minRows: 3,
  maxRows: 14,
  spellCheck: false,
  classNames: { input: 'mono' },
} as const;

/** The fields for custom HTML above and below public pages. */
function HtmlFields({ form }: SettingsFieldsProps) {
  return (
    <>
      <Textarea
        {...form.getInputProps('header')}
        {...html}
        label={t('settings.html.header')}
        description={t('settings.html.header.help')}
      />
      <Textarea
        {...form.getInputProps('footer')}
        {...html}
        label={t('settings.html.footer')}
        description={t('settings.html.footer.help')}
      />
    </>
  );
}

/** The fields for title, keywords, description and time zone of the site. */
function SiteFields({ form }: SettingsFieldsProps) {
  return (
    <>
      <TextInput
        {...form.getInputProps('title')}
        label={t('settings.site.title')}
        description={t('settings.site.title.help')}
        required
        withAsterisk={false}
        autoComplete="off"
      />
      <TextInput
        {...form.getInputProps('keywords')}
        label={t('settings.site.keywords')}
        description={t('settings.site.keywords.help')}
        autoComplete="off"
      />
      <Textarea
        {...form.getInputProps('description')}
        label={t('settings.site.description')}
        autosize
        minRows={2}
        maxRows={6}
      />
      <NativeSelect
        {...form.getInputProps('timeZone')}
        label={t('settings.site.zone')}
        description={t('settings.site.zone.help')}
        data={listTimeZones(form.values.timeZone)}
      />
    </>
  );
}

/** All time zones, and the stored one if the browser does not know it. */
function listTimeZones(stored: string): string[] {
  return [...new Set(['UTC', stored, ...Intl.supportedValuesOf('timeZone')])];
}

/** The fields for the storage of visits and for alerts about unusual numbers. */
function StatisticsFields({ form }: SettingsFieldsProps) {
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
          {...urlInput}
          label={t('settings.statistics.webhook')}
          description={t('settings.statistics.webhook.help')}
        />
      )}
    </>
  );
}
