import { Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef } from 'react';
import { ApiError } from '../api.ts';
import { explainFailure } from '../failure.ts';
import { useStoredFields } from '../stored-fields.ts';
import { t } from '../language.ts';
import { reloadPage } from '../page-load.ts';
import { focusFirstError } from '../focus-first-error.ts';
import { toast, toastNext } from '../toast.tsx';
import { SaveBar } from '../ui/save-bar.tsx';
import { useUnsavedGuard } from '../use-unsaved-guard.tsx';
import { useSaveKey } from '../use-save-key.ts';
import { AvatarField } from './avatar-field.tsx';
import { BackupSection } from './backup-section.tsx';
import { BlockedField } from './blocked-field.tsx';
import { GuestFields } from './guest-fields.tsx';
import { HtmlFields } from './html-fields.tsx';
import { listChangedSections } from './sections.ts';
import {
  findFieldErrors,
  rules,
  toSettings,
  toValues,
  type SettingsValues,
} from './settings-values.ts';
import { findChanged, useSaveSettings, type Settings } from './settings.api.ts';
import { SettingsContents } from './settings-contents.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SiteFields } from './site-fields.tsx';
import { StatisticsFields } from './statistics-fields.tsx';
import { StatusSection } from './status-section.tsx';

export function SettingsForm({ stored }: { readonly stored: Settings }) {
  const saving = useSaveSettings();
  const form = useForm<SettingsValues>({
    initialValues: toValues(stored),
    validateInputOnBlur: true,
    validate: rules,
  });
  const isChanged = findChanged(stored, toSettings(form.values, stored)).length > 0;
  useUnsavedGuard(isChanged && !saving.isPending);
  useStoredFields('settings', { ...form.values }, form.setValues);

  const showFailure = (error: unknown) => {
    const text = explainFailure(error, 'settings.save.failed');
    const errors = error instanceof ApiError ? findFieldErrors(error) : {};
    form.setErrors(errors);
    if (Object.keys(errors).length > 0) focusFirstError(form, errors);
    else toast('error', text);
  };

  const showSaved = (after: Settings) => {
    form.setValues(toValues(after));
    if (after.avatar_service === stored.avatar_service) {
      toast('success', t('settings.saved'));
      return;
    }
    // The content security policy names the host of the avatar. A new host needs a new document.
    toastNext('success', 'settings.saved');
    reloadPage();
  };

  const submit = form.onSubmit(
    (values) => {
      if (saving.isPending) return;
      const after = toSettings(values, stored);
      saving.mutate(
        { before: stored, after },
        { onError: showFailure, onSuccess: () => showSaved(after) },
      );
    },
    (errors) => focusFirstError(form, errors),
  );

  const { setValues, clearErrors } = form;
  const discard = () => {
    setValues(toValues(stored));
    clearErrors();
  };

  const formElement = useRef<HTMLFormElement>(null);
  useSaveKey(formElement, () => formElement.current?.requestSubmit());

  return (
    <form ref={formElement} className="settings" onSubmit={submit} noValidate>
      <SettingsContents />
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
      </SettingsSection>
      <SettingsSection section="avatar" about={t('settings.avatar.about')}>
        <AvatarField
          choice={form.values.avatarChoice}
          own={form.getInputProps('avatarOwn')}
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
      <BackupSection />
      <StatusSection />
      <SaveBar
        changed={
          isChanged
            ? t('settings.changed', {
                sections: listChangedSections(toValues(stored), form.values),
              })
            : null
        }
        isSaving={saving.isPending}
        onDiscard={discard}
        texts={{
          discard: t('settings.discard'),
          save: t('settings.save'),
          saving: t('settings.saving'),
        }}
      />
    </form>
  );
}
