import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { t } from '../../language.ts';
import type { SettingsFieldsProps } from './settings-values.ts';

/** The fields for title, keywords, description and time zone of the site. */
export function SiteFields({ form }: SettingsFieldsProps) {
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
