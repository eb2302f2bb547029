import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { ApiError } from '../api.ts';
import { explainFailure } from '../failure.ts';
import { useKeptFields } from '../kept-fields.ts';
import { t } from '../language.ts';
import { reloadPage } from '../page-load.ts';
import { tellFirstError } from '../tell-first-error.ts';
import { toast, toastNext } from '../toast.tsx';
import { AvatarField } from './avatar-field.tsx';
import { BackupSection } from './backup-section.tsx';
import { BlockedField } from './blocked-field.tsx';
import {
  findFieldErrors,
  rules,
  toSettings,
  toValues,
  type SettingsValues,
} from './settings-values.ts';
import { findChanged, useSaveSettings, type Settings } from './settings.api.ts';
import { SettingsSection } from './settings-section.tsx';
import { StatisticsFields } from './statistics-fields.tsx';
import { StatusSection } from './status-section.tsx';
import { useUnsavedGuard } from '../use-unsaved-guard.tsx';

export function SettingsForm({ stored }: { readonly stored: Settings }) {
  const saving = useSaveSettings();
  const form = useForm<SettingsValues>({
    initialValues: toValues(stored),
    validateInputOnBlur: true,
    validate: rules,
  });
  const isChanged = findChanged(stored, toSettings(form.values, stored)).length > 0;
  useUnsavedGuard(isChanged && !saving.isPending);
  useKeptFields('settings', { ...form.values }, form.setValues);

  const showFailure = (error: unknown) => {
    const text = explainFailure(error, 'settings.save.failed');
    const errors = error instanceof ApiError ? findFieldErrors(error) : {};
    form.setErrors(errors);
    if (Object.keys(errors).length > 0) tellFirstError(form, errors);
    else toast('error', text);
  };

  const showSaved = (after: Settings) => {
    form.setValues(toValues(after));
    if (after.avatar_service === stored.avatar_service) {
      toast('success', t('settings.saved'));
      return;
    }
    // The policy of a page names the host of its avatar: a new one takes a new page.
    toastNext('success', 'settings.saved');
    reloadPage();
  };

  const submit = form.onSubmit(
    (values) => {
      const after = toSettings(values, stored);
      saving.mutate(
        { before: stored, after },
        { onError: showFailure, onSuccess: () => showSaved(after) },
      );
    },
    (errors) => tellFirstError(form, errors),
  );

  const { setValues, clearErrors } = form;
  const discard = () => {
    setValues(toValues(stored));
    clearErrors();
  };

  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      document.querySelector<HTMLFormElement>('.settings')?.requestSubmit();
    };
    window.addEventListener('keydown', save);
    return () => window.removeEventListener('keydown', save);
  }, []);

  const html = { autosize: true, minRows: 3, maxRows: 14, spellCheck: false } as const;
  return (
    <form className="settings" onSubmit={submit} noValidate>
      <SettingsSection title={t('settings.site')} about={t('settings.site.about')}>
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
      </SettingsSection>
      <SettingsSection title={t('settings.html')} about={t('settings.html.about')}>
        <Textarea
          {...form.getInputProps('header')}
          {...html}
          classNames={{ input: 'mono' }}
          label={t('settings.html.header')}
          description={t('settings.html.header.help')}
        />
        <Textarea
          {...form.getInputProps('footer')}
          {...html}
          classNames={{ input: 'mono' }}
          label={t('settings.html.footer')}
          description={t('settings.html.footer.help')}
        />
      </SettingsSection>
      <SettingsSection title={t('settings.guests')} about={t('settings.guests.about')}>
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
      </SettingsSection>
      <SettingsSection title={t('settings.blocked')} about={t('settings.blocked.about')}>
        <BlockedField
          {...form.getInputProps('blocked')}
          onFill={(text) => form.setFieldValue('blocked', text)}
        />
      </SettingsSection>
      <SettingsSection title={t('settings.avatar')} about={t('settings.avatar.about')}>
        <AvatarField
          choice={form.values.avatarChoice}
          own={form.getInputProps('avatarOwn')}
          onChoose={(choice) => form.setFieldValue('avatarChoice', choice)}
        />
      </SettingsSection>
      <SettingsSection title={t('settings.statistics')} about={t('settings.statistics.about')}>
        <StatisticsFields
          countOnly={form.getInputProps('countOnly', { type: 'checkbox' })}
          doNotTrack={form.getInputProps('heedsDoNotTrack', { type: 'checkbox' })}
          alerts={form.getInputProps('alerts', { type: 'checkbox' })}
          webhook={form.getInputProps('webhook')}
        />
      </SettingsSection>
      <SettingsSection title={t('settings.login')} about={t('settings.login.about')}>
        <Switch
          {...form.getInputProps('tellsFault', { type: 'checkbox' })}
          label={t('settings.login.tells')}
        />
      </SettingsSection>
      <BackupSection />
      <StatusSection />
      <div className="settings-bar">
        <output>{isChanged ? t('settings.unsaved') : t('settings.all.saved')}</output>
        {isChanged && (
          <Button variant="subtle" color="gray" onClick={discard}>
            {t('settings.discard')}
          </Button>
        )}
        <Button type="submit" disabled={saving.isPending}>
          {t(saving.isPending ? 'settings.saving' : 'settings.save')}
        </Button>
      </div>
    </form>
  );
}
